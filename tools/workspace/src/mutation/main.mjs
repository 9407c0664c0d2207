import { parseArgs } from 'node:util';
import { mutatedLibraries } from './mutated-libraries.mjs';
import { runMutationTests } from './run-mutation-tests.mjs';
import { breakScore, scoreOf, scoreTable } from './score.mjs';

const usage = `Usage: npm run test:mutation -- [options] [library...]

Changes the sources of each library in one place after the other, and runs the specs of the library with each change. Prints the
changes that no spec detects. Exits with 1 if the specs of a library detect less than ${breakScore} % of them. Without a library, it
runs all of them. The reports are in reports/mutation: an HTML page per library.

Options:
  --incremental   runs only what has changed since the last run
  --list          prints the names of the libraries
  -h, --help      prints this help
`;

const options = /** @type {const} */ ({
  incremental: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
});

const libraries = mutatedLibraries(process.cwd());
const knownNames = libraries.map(({ name }) => name);

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const unknown = positionals.find((name) => !knownNames.includes(name));
  if (values.help) process.stdout.write(usage);
  else if (values.list) process.stdout.write(`${knownNames.join('\n')}\n`);
  else if (unknown !== undefined) fail(`${unknown} is not one of ${knownNames.join(', ')}`);
  else await run(positionals, values.incremental);
} catch (error) {
  if (!(error instanceof TypeError) || !('code' in error)) throw error;
  fail(`${error.message} (run "npm run test:mutation -- --help" for usage)`);
}

/**
 * @param {readonly string[]} names no name: all libraries
 * @param {boolean} incremental
 */
async function run(names, incremental) {
  /** @type {import('./score.mjs').Score[]} */
  const scores = [];
  for (const library of libraries) {
    if (names.length > 0 && !names.includes(library.name)) continue;
    process.stdout.write(`\n${library.name}\n`);
    scores.push(scoreOf(library.name, await runMutationTests(library, incremental)));
  }
  process.stdout.write(`\n${scoreTable(scores)}\n`);
  if (scores.some(({ score }) => score < breakScore)) process.exitCode = 1;
}

/** @param {string} message */
function fail(message) {
  process.stderr.write(`test:mutation: ${message}\n`);
  process.exitCode = 1;
}
