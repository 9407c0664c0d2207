import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

const page = join(import.meta.dirname, '../../../../docs/compatibility.md');
const titles = ['program', 'version', 'date', 'what holds', 'what it needs'];

/**
 * A Jest reporter that writes the rows of docs/compatibility.md: the lines that the combinations write to the console, and the
 * verdict of Jest. Rows of other programs, and of those that are not installed, stay as an earlier run has written them.
 */
export default class CompatibilityReporter {
  /** @type {Record<string, string>[]} */
  rows = [];

  constructor(_config, { packages }) {
    this.packages = packages;
  }

  onTestCaseStart(_test, { fullName }) {
    process.stderr.write(`started: ${fullName}\n`);
  }

  onTestCaseResult(_test, { fullName, status, duration }) {
    process.stderr.write(`${status}: ${fullName} (${Math.round(duration / 1000)} s)\n`);
  }

  onTestFileResult(_file, { testResults, failureMessage, console: output }) {
    const lines = (output ?? []).flatMap(({ message }) => parse(message));
    for (const { fullName, status } of testResults) {
      const cells = lines.filter(({ combination }) => combination === fullName);
      if (cells.length > 0) this.rows.push(Object.assign({ status }, ...cells));
    }
    if (failureMessage) process.stderr.write(`${failureMessage}\n`);
  }

  async onRunComplete() {
    rmSync(this.packages, { recursive: true, force: true });
    const date = new Date().toISOString().slice(0, 10);
    let text = readFileSync(page, 'utf8');
    for (const { section, program, version, holds, seen, needs, status } of this.rows) {
      if (version === undefined) continue;
      const verdict = `${status === 'passed' ? '' : '**fails**: '}${holds}${seen ? ` (${seen})` : ''}`;
      text = writeRow(text, section, [program, version, date, verdict, needs]);
    }
    writeFileSync(page, await format(text, { ...(await resolveConfig(page)), parser: 'markdown' }));
    const skipped = this.rows.filter(({ version }) => version === undefined);
    for (const { section, program } of skipped)
      process.stdout.write(`skipped, not installed: ${section}: ${program}\n`);
    process.stdout.write(`${this.rows.length - skipped.length} combinations were tested, ${skipped.length} skipped\n`);
  }

  /** The run fails if no combination was selected. */
  getLastError() {
    return this.rows.length === 0 ? new Error('no combination has this name') : undefined;
  }
}

function parse(message) {
  return message.startsWith('{"combination":') ? [JSON.parse(message)] : [];
}

/** Replaces the program's row in the table of the section, or adds it. The rows are sorted, so that branches can be merged. */
function writeRow(text, section, cells) {
  const heading = `## ${section[0].toUpperCase()}${section.slice(1)}\n`;
  const start = text.indexOf(heading);
  if (start < 0) throw new Error(`docs/compatibility.md lacks the heading ${heading}`);
  const end = text.indexOf('\n## ', start) + 1 || text.length;
  const lines = text.slice(start, end).trimEnd().split('\n');
  const isRow = (line) => line.startsWith('|');
  const others = lines.filter(isRow).slice(2).map(cellsOf);
  const rows = [...others.filter(([program]) => program !== escape(cells[0])), cells.map(escape)];
  rows.sort(([a], [b]) => a.localeCompare(b, 'en'));
  const table = [titles, titles.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
  const prose = lines
    .filter((line) => !isRow(line))
    .join('\n')
    .trimEnd();
  return `${text.slice(0, start)}${prose}\n\n${table.join('\n')}\n\n${text.slice(end)}`;
}

function cellsOf(line) {
  const cells = line.split(/(?<!\\)\|/).slice(1, -1);
  return cells.map((cell) => cell.trim());
}

function escape(cell) {
  return cell.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();
}
