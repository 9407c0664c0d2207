import { parseArgs } from 'node:util';
import { type Operation, operationNames } from './operations.ts';
import { type Optimisation, optimisations, peers } from './peers.ts';

export interface Arguments {
  readonly mode: 'compare' | 'growth' | 'start';
  readonly quick: boolean;
  /** Whether operations, peers or optimisations were selected. */
  readonly isPartial: boolean;
  readonly operations: readonly Operation[];
  readonly peers: readonly string[];
  /** This service is compared with itself without each of these. */
  readonly without: readonly Optimisation[];
}

export const usage = `npm run bench [-- options]
  --quick        takes about 3 minutes: shorter windows, fewer rounds
  --only  a,b    operations: ${operationNames.join(', ')}
  --peers a,b    servers to compare with: ${peers.map(({ name }) => name).join(', ')}
  --without a,b  compare this service with itself without: ${optimisations.join(', ')}
                 (and with the servers of --peers)
                 with --quick, --only, --peers or --without, the report is printed and not written to files
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
  const without = values.without === undefined ? [] : chosen('--without', values.without, optimisations);
  const names = peers.map(({ name }) => name);
  const comparesPeers = without.length === 0 || values.peers !== undefined;
  return {
    mode: values.growth ? 'growth' : values.start ? 'start' : 'compare',
    quick: values.quick ?? false,
    isPartial: values.only !== undefined || values.peers !== undefined || without.length > 0,
    operations: chosen('--only', values.only, operationNames),
    peers: comparesPeers ? chosen('--peers', values.peers, names) : [],
    without,
  };
}

function parse(args: readonly string[]) {
  const flag = { type: 'boolean' } as const;
  const list = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: { quick: flag, growth: flag, start: flag, help: flag, only: list, peers: list, without: list },
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
