import { parseArgs } from 'node:util';
import { Progress } from '@petstore/reports';
import { chooseRows } from './choose-rows.ts';
import { rows } from './rows/index.ts';
import { defaultExtent, type Extent, type Output, runRows } from './run-rows.ts';
import { runToExit } from './run-to-exit.ts';

const usage = `npm run test:faults -- [--list] [--scale N] [--answers N] [row …]

Causes one fault per row and requires that no acknowledged pet is lost. Choose rows by name or by a part of the name.
  --list       list the rows
  --scale N    multiply the number of rounds by N
  --answers N  successful responses to wait for after each round (${defaultExtent.successesPerRound})
`;

const progress = new Progress();

const output: Output = { line: (text) => progress.print(text), progress: (text) => progress.update(text) };

await runToExit(main, usage);

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      list: { type: 'boolean' },
      help: { type: 'boolean' },
      scale: { type: 'string' },
      answers: { type: 'string' },
    },
  });
  if (values.help) return print(usage);
  if (values.list) return print(rows.map(({ name, fault }) => `${name.padEnd(20)}  ${fault}\n`).join(''));
  const extent: Extent = {
    scale: positiveNumber('scale', values.scale, defaultExtent.scale),
    successesPerRound: positiveNumber('answers', values.answers, defaultExtent.successesPerRound),
  };
  const failed = await runRows(chooseRows(rows, positionals), extent, output);
  progress.end();
  output.line(
    failed.length === 0 ? 'all requirements were met' : `failed rows: ${failed.map(({ name }) => name).join(', ')}`,
  );
  return failed.length === 0 ? 0 : 1;
}

/** @throws Error if the option is not a number above 0 */
function positiveNumber(option: string, given: string | undefined, defaultValue: number): number {
  const value = given === undefined ? defaultValue : Number(given);
  if (value > 0) return value;
  throw new Error(`--${option} is ${given}, but must be a number above 0`);
}

/** Returns the exit code 0. */
function print(text: string): number {
  process.stdout.write(text);
  return 0;
}
