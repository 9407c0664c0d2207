import type { Load, Observation } from '@petstore/driver';
import { relaxedTimeouts } from '@petstore/processes';
import type { Environment } from '../environment/environment.ts';
import type { Instance } from '../environment/instance.ts';
import { withEnvironment } from '../environment/with-environment.ts';
import { type FaultRun, type Figures, wasConnected } from '../fault-run.ts';
import type { Row } from './row.ts';

/** Maximum milliseconds of a shutdown: 1 s for idle connections, and 3 s for the requests in flight. */
const maxDrainTime = 4_000;

export const drains: Row = {
  name: 'drains',
  fault:
    'SIGTERM under keep-alive load, 20 times: no request fails on a reused connection or gets a 5xx, and the process exits with 0',
  execute: (run) =>
    withEnvironment(async (environment) => {
      const key = await environment.issueKey();
      const loads: Load[] = [];
      let slowest = 0;
      // With the default limits, a stall of the disk could make the service refuse requests. This row is not about stalls.
      const instance = await environment.start(relaxedTimeouts);
      for (let round = 0; round < run.rounds(20); round++) {
        const load = environment.load([{ address: instance.address, key }]);
        loads.push(load);
        await load.waitForSuccesses(run.successesPerRound);
        slowest = Math.max(slowest, await shutDown(run, instance));
        // The load ends only after the restart, because it retries creates until the service acknowledges them.
        const ending = load.end();
        await instance.restart();
        await ending;
      }
      run.note(`the slowest shutdown took ${Math.round(slowest)} ms`);
      return figures(run, environment, loads, { address: instance.address, key });
    }),
};

/** @returns milliseconds that the shutdown took */
async function shutDown(run: FaultRun, instance: Instance): Promise<number> {
  const started = performance.now();
  const exitCode = await instance.end('SIGTERM');
  const took = performance.now() - started;
  run.require(exitCode === 0, `the exit code was ${exitCode}`);
  run.require(took <= maxDrainTime, `a shutdown took ${Math.round(took)} ms`);
  return took;
}

async function figures(
  run: FaultRun,
  environment: Environment,
  loads: readonly Load[],
  target: Parameters<Environment['verify']>[0],
): Promise<Figures> {
  const observations = loads.flatMap((load) => load.observations);
  const broken = observations.filter(isBroken);
  // The kernel may accept a connection just before the service closes the listener. One such reset in each round is allowed.
  const newConnectionsReset = observations.filter((each) => hasNoResponse(each) && !each.isReused);
  run.require(
    broken.length === 0,
    `${broken.length} requests were broken: ${[...new Set(broken.map(describe))].join(', ')}`,
  );
  run.require(newConnectionsReset.length <= loads.length, `${newConnectionsReset.length} new connections were reset`);
  run.note(`${broken.length} broken; ${newConnectionsReset.length} new connections reset during the shutdown`);
  const verdict = await environment.verify(target);
  const longest = Math.max(...observations.map(({ milliseconds }) => milliseconds));
  return { requests: observations.filter(wasConnected).length, ...verdict, longest };
}

/**
 * Whether a request got a server error, or no complete response on a connection that had carried a request before. Excludes
 * refused connections, because the service had stopped listening, and resets of new connections, which are counted separately.
 */
function isBroken(each: Observation): boolean {
  return (hasNoResponse(each) && each.isReused) || each.status >= 500;
}

function hasNoResponse(each: Observation): boolean {
  return each.status === 0 && wasConnected(each);
}

function describe({ kind, status, code, milliseconds }: Observation): string {
  return `${kind} ${status} ${code} after ${Math.round(milliseconds)} ms`;
}
