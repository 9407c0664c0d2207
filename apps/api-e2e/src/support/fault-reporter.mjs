import { loadavg } from 'node:os';

/** A Jest reporter that prints a table of the fault tests: the lines that they write to the console, and the verdict of Jest. */
export default class FaultReporter {
  /** @type {string[][]} */
  rows = [];

  constructor({ testNamePattern }) {
    this.pattern = new RegExp(testNamePattern ?? '', 'i');
  }

  onTestFileResult(_file, { testResults, failureMessage, console: output }) {
    const figures = new Map((output ?? []).flatMap(({ message }) => parse(message)).map((each) => [each.test, each]));
    // Other work of the machine makes responses slower.
    const load = loadavg()[0].toFixed(1);
    for (const { fullName, ancestorTitles, title, status } of testResults) {
      if (!this.pattern.test(fullName) || (status === 'pending' && !title.includes('(skipped: '))) continue;
      const { requests, longest, verdict, test: _test, ...notes } = figures.get(fullName) ?? {};
      const cells = [ancestorTitles.join(' '), title, count(requests), describe(status, verdict), count(longest), load];
      this.rows.push([
        ...cells,
        Object.entries(notes)
          .map(([name, value]) => `${name} ${format(value)}`)
          .join(', '),
      ]);
      process.stderr.write(`${status}: ${fullName}\n`);
    }
    if (failureMessage) process.stderr.write(`${failureMessage}\n`);
  }

  onRunComplete() {
    const titles = ['row', 'bound', 'requests', 'verdict', 'longest, ms', 'load', 'notes'];
    const lines = [titles, titles.map(() => '---'), ...this.rows];
    process.stdout.write(lines.map((cells) => `| ${cells.join(' | ')} |\n`).join(''));
  }

  /** The run fails if no test was selected. */
  getLastError() {
    return this.rows.length === 0 ? new Error('no fault test has this name') : undefined;
  }
}

function parse(message) {
  return message.startsWith('{"test":') ? [JSON.parse(message)] : [];
}

function describe(status, verdict) {
  const outcome = { passed: 'held', pending: 'skipped' }[status] ?? 'BROKEN';
  if (!verdict) return outcome;
  const { acknowledged, unknown, unknownStored, ...wrong } = verdict;
  const counts = Object.entries(wrong).map(([kind, found]) => `${found} ${kind}`);
  return `${outcome}: ${acknowledged} acknowledged, ${counts.join(', ')}; ${unknown} unknown (${unknownStored} stored)`;
}

function count(value) {
  return value === undefined ? '' : String(Math.round(value));
}

function format(value) {
  return typeof value === 'number' && !Number.isInteger(value) ? String(Number(value.toPrecision(3))) : String(value);
}
