import { parseArgs } from 'node:util';
import { rows } from './rows/index.ts';
import { runRows, usualExtent, type Audience, type Extent } from './run-rows.ts';
import { runToExit } from './run-to-exit.ts';

const usage = `npm run test:faults -- [--list] [--scale N] [--answers N] [row …]

Causes faults, one row each, and requires that nothing acknowledged is lost. A row is chosen by its name or a part of it.
  --list       what there is
  --scale N    N times as many rounds
  --answers N  good answers awaited after each round (${usualExtent.answers})
`;

const isTerminal = process.stdout.isTTY;
const clear = '\r\x1b[K';

const audience: Audience = {
  line: (text) => void process.stdout.write(`${isTerminal ? clear : ''}${text}\n`),
  progress: (text) =>
    void (isTerminal && process.stdout.write(clear + text.slice(0, (process.stdout.columns ?? 80) - 1))),
};

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
  if (values.help) return say(usage);
  if (values.list) return say(rows.map(({ name, fault }) => `${name.padEnd(20)}  ${fault}\n`).join(''));
  const extent = { scale: numberOf('scale', values.scale), answers: numberOf('answers', values.answers) };
  const broken = await runRows(chosen(positionals), extent, audience);
  audience.line(
    broken.length === 0 ? 'every bound held' : `bounds broken in: ${broken.map(({ name }) => name).join(', ')}`,
  );
  return broken.length === 0 ? 0 : 1;
}

function numberOf(option: keyof Extent, given: string | undefined): number {
  const value = given === undefined ? usualExtent[option] : Number(given);
  if (value > 0) return value;
  throw new Error(`--${option} is ${given}, but must be a number above 0`);
}

function chosen(names: readonly string[]) {
  const unknown = names.find((name) => !rows.some((row) => row.name.includes(name)));
  if (unknown) throw new Error(`there is no row ${unknown}`);
  return names.length === 0 ? rows : rows.filter((row) => names.some((name) => row.name.includes(name)));
}

function say(text: string): number {
  process.stdout.write(text);
  return 0;
}
