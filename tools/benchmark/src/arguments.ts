import { parseArgs } from 'node:util';
import { publishedReports, reportsOfRuns } from '@petstore/reports';
import { type Operation, operationNames } from './operations.ts';
import { type Optimisation, optimisations, peers } from './peers.ts';

/** Command-line arguments of the benchmark. */
export interface Arguments {
  readonly mode: 'compare' | 'growth' | 'start';
  readonly quick: boolean;
  /** Whether the run replaces the files that the documents show. */
  readonly isPublished: boolean;
  readonly operations: readonly Operation[];
  readonly peers: readonly string[];
  /** Optimisations without which this service is also measured. */
  readonly without: readonly Optimisation[];
}

export const usage = `npm run bench [-- options]
  --quick        takes about 3 minutes: shorter windows, fewer rounds
  --only  a,b    operations: ${operationNames.join(', ')}
  --peers a,b    servers to compare with: ${peers.map(({ name }) => name).join(', ')}
  --without a,b  compare this service with itself without: ${optimisations.join(', ')}
                 (and with the servers of --peers)
  --growth       response times with 1 thousand, 1 million and 10 million pets
  --start        start-up time and memory
  --publish      write the files to ${publishedReports}, which the documents show, instead of ${reportsOfRuns};
                 not with --quick, --only, --peers or --without
  --help`;

/** The command-line arguments are invalid. */
export class InvalidArguments extends Error {}

/**
 * @returns undefined for `--help`
 * @throws InvalidArguments for an unknown option or name
 */
export function readArguments(args: readonly string[]): Arguments | undefined {
  const { values } = parse(args);
  if (values.help) return undefined;
  if (values.growth && values.start) throw new InvalidArguments('--growth and --start cannot be combined');
  const isPartial = [values.quick, values.only, values.peers, values.without].some((value) => value !== undefined);
  if (values.publish && isPartial) {
    throw new InvalidArguments('--publish cannot be combined with --quick, --only, --peers or --without');
  }
  const without = values.without === undefined ? [] : selectNames('--without', values.without, optimisations);
  const names = peers.map(({ name }) => name);
  const comparesPeers = without.length === 0 || values.peers !== undefined;
  return {
    mode: values.growth ? 'growth' : values.start ? 'start' : 'compare',
    quick: values.quick ?? false,
    isPublished: values.publish ?? false,
    operations: selectNames('--only', values.only, operationNames),
    peers: comparesPeers ? selectNames('--peers', values.peers, names) : [],
    without,
  };
}

function parse(args: readonly string[]) {
  const flag = { type: 'boolean' } as const;
  const list = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        quick: flag,
        growth: flag,
        start: flag,
        publish: flag,
        help: flag,
        only: list,
        peers: list,
        without: list,
      },
    });
  } catch (error) {
    throw new InvalidArguments((error as Error).message);
  }
}

/**
 * Returns the names of a list option, in the order of `all`; all names if the option is missing.
 * @param text comma-separated names
 * @throws InvalidArguments for an unknown name
 */
function selectNames<Name extends string>(
  option: string,
  text: string | undefined,
  all: readonly Name[],
): readonly Name[] {
  if (text === undefined) return all;
  const names = text.split(',');
  const unknown = names.find((name) => !all.includes(name as Name));
  if (unknown !== undefined) throw new InvalidArguments(`${option} ${text}: must be one or more of ${all.join(', ')}`);
  return all.filter((name) => names.includes(name));
}
