import { parseArgs } from 'node:util';
import { peers } from './contestants.ts';
import { operationNames, type Operation } from './operations.ts';

export interface Arguments {
  readonly mode: 'compare' | 'growth' | 'start';
  readonly quick: boolean;
  /** Whether some operations or peers are left out. */
  readonly isPartial: boolean;
  readonly operations: readonly Operation[];
  readonly peers: readonly string[];
}

export const usage = `npm run bench [-- options]
  --quick        in about 3 minutes, with shorter windows and fewer rounds
  --only  a,b    of ${operationNames.join(', ')}
  --peers a,b    of ${peers.map(({ name }) => name).join(', ')}
                 with --quick, --only or --peers the report is printed, and none is written
  --growth       how the service does on 1 thousand, 1 million and 10 million animals
  --start        how long it takes to start, and what memory it takes
  --help`;

/** Not what the program takes. */
export class InvalidArguments extends Error {}

/** Answers nothing when help was asked for. @throws InvalidArguments */
export function readArguments(args: readonly string[]): Arguments | undefined {
  const { values } = parse(args);
  if (values.help) return undefined;
  if (values.growth && values.start) throw new InvalidArguments('--growth and --start are runs of their own');
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

/** In the order of all, whatever order they were named in. */
function chosen<Name extends string>(option: string, text: string | undefined, all: readonly Name[]): readonly Name[] {
  if (text === undefined) return all;
  const names = text.split(',');
  const unknown = names.find((name) => !all.includes(name as Name));
  if (unknown !== undefined) throw new InvalidArguments(`${option} ${text}: one or more of ${all.join(', ')}`);
  return all.filter((name) => names.includes(name));
}
