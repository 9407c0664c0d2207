import { parseArgs } from 'node:util';
import { type Operation, operationNames } from './operations.ts';
import { peers } from './peers.ts';

export interface Arguments {
  readonly mode: 'compare' | 'growth' | 'start';
  readonly quick: boolean;
  /** Whether operations or peers were selected. */
  readonly isPartial: boolean;
  readonly operations: readonly Operation[];
  readonly peers: readonly string[];
}

export const usage = `npm run bench [-- options]
  --quick        takes about 3 minutes: shorter windows, fewer rounds
  --only  a,b    operations: ${operationNames.join(', ')}
  --peers a,b    servers to compare with: ${peers.map(({ name }) => name).join(', ')}
                 with --quick, --only or --peers, the report is printed and not written to files
  --growth       response times with 1 thousand, 1 million and 10 million pets
  --start        start-up time and memory
  --help`;

/** The command-line arguments are invalid. */
export class InvalidArguments extends Error {}

/** @returns undefined for `--help` @throws InvalidArguments */
export function readArguments(args: readonly string[]): Arguments | undefined {
  const { values } = parse(args);
  if (values.help) return undefined;
  if (values.growth && values.start) throw new InvalidArguments('--growth and --start cannot be combined');
  return {
    mode: values.growth ? 'growth' : values.start ? 'start' : 'compare',
    quick: values.quick ?? false,
    isPartial: values.only !== undefined || values.peers !== undefined,
    operations: chosen('--only', values.only, operationNames),
    peers: chosen(
      '--peers',
      values.peers,
      peers.map(({ name }) => name),
    ),
  };
}

function parse(args: readonly string[]) {
  const flag = { type: 'boolean' } as const;
  const list = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: { quick: flag, growth: flag, start: flag, help: flag, only: list, peers: list },
    });
  } catch (error) {
    throw new InvalidArguments((error as Error).message);
  }
}

/** Returns the chosen names in the order of `all`. */
function chosen<Name extends string>(option: string, text: string | undefined, all: readonly Name[]): readonly Name[] {
  if (text === undefined) return all;
  const names = text.split(',');
  const unknown = names.find((name) => !all.includes(name as Name));
  if (unknown !== undefined) throw new InvalidArguments(`${option} ${text}: must be one or more of ${all.join(', ')}`);
  return all.filter((name) => names.includes(name));
}
