import { parseArgs } from 'node:util';
import { publishedReports, reportsOfRuns } from '@petstore/reports';
import { type Operation, operationNames } from './operations.ts';
import { type Optimisation, optimisations, peers } from './peers.ts';
import { maxRepeats } from './repeats.ts';

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

/** What `--quick` measures by default: the operations and the peers with floors for all of them. */
const quickOperations = ['get', 'list', 'create'] as const;
const quickPeers = ['fastify', 'fastify-shared', 'go'] as const;

export const usage = `npm run bench [-- options]
  --quick        ends in under 3 minutes: fewer rounds, a shorter warm-up and, unless --only and --peers name others,
                 only ${quickOperations.join(', ')} and only ${quickPeers.join(', ')}
  --only  a,b    operations: ${operationNames.join(', ')}
  --peers a,b    servers to compare with: ${peers.map(({ name }) => name).join(', ')}
  --without a,b  compare this service with itself without: ${optimisations.join(', ')}
                 (and with the servers of --peers); a complete run includes batching
  --growth       response times with 1 thousand, 1 million and 10 million pets
  --start        start-up time and memory
  --publish      write the files to ${publishedReports}, which the documents show, instead of ${reportsOfRuns};
                 not with --quick, --only, --peers or --without
  --help

Exit code: 0 if all windows were measured, 1 if the run failed, 2 if the report lacks windows that stayed invalid after
${maxRepeats} repeats, 130 after SIGINT.`;

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
  const names = peers.map(({ name }) => name);
  const defaultPeers: readonly string[] = values.without !== undefined ? [] : values.quick ? quickPeers : names;
  const defaultWithout: readonly Optimisation[] = isPartial ? [] : ['batching'];
  return {
    mode: values.growth ? 'growth' : values.start ? 'start' : 'compare',
    quick: values.quick ?? false,
    isPublished: values.publish ?? false,
    operations: selectNames('--only', values.only, operationNames, values.quick ? quickOperations : operationNames),
    peers: selectNames('--peers', values.peers, names, defaultPeers),
    without: selectNames('--without', values.without, optimisations, defaultWithout),
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
 * Returns the names of a list option, in the order of `all`; `defaults` if the option is missing.
 * @param text comma-separated names
 * @throws InvalidArguments for an unknown name
 */
function selectNames<Name extends string>(
  option: string,
  text: string | undefined,
  all: readonly Name[],
  defaults: readonly Name[],
): readonly Name[] {
  if (text === undefined) return defaults;
  const names = text.split(',');
  const unknown = names.find((name) => !all.includes(name as Name));
  if (unknown !== undefined) throw new InvalidArguments(`${option} ${text}: must be one or more of ${all.join(', ')}`);
  return all.filter((name) => names.includes(name));
}
