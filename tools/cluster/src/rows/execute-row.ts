import { setTimeout as delay } from 'node:timers/promises';
import { Client, Ledger, Load, readBack } from '@petstore/driver';
import type { FaultRun, Figures, Outage } from '@petstore/faults';
import type { Cluster } from '../cluster/cluster.ts';
import type { ClusterRow } from './cluster-row.ts';
import { refusalsIn } from './responses.ts';

/** Concurrent clients of the load: one of each kind. */
const clientCount = 8;

/** Milliseconds for the requests of the load to end. */
const endTimeout = 30_000;

/** Causes the fault of a row under load, repairs it under load, and compares what happened with what was expected. */
export async function executeRow(row: ClusterRow, cluster: Cluster, run: FaultRun): Promise<Figures> {
  await cluster.waitUntilComplete();
  await cluster.deletePets();
  const leader = await cluster.leader();
  const target = { address: () => cluster.address, key: cluster.key };
  const load = new Load([target], new Ledger(), clientCount);
  const outages: Outage[] = [];
  const nextStep = () => {
    const now = performance.now();
    outages.push({ from: now, to: now });
  };
  const stage = { cluster, leader, nextStep };
  let after: readonly string[] = [];
  try {
    await load.waitForSuccesses(run.successesPerRound);
    nextStep();
    await row.cause(stage);
    if (row.expected.leader === 'another') await cluster.waitForLeaderOtherThan(leader);
    else await delay(row.observation);
    await load.waitForSuccesses(run.successesPerRound);
    after = await cluster.primaries();
    nextStep();
    await row.repair?.(stage);
    await cluster.waitUntilComplete();
    await load.waitForSuccesses(run.successesPerRound);
  } catch (error) {
    // What was acknowledged is compared also if the cluster did not do what was expected.
    run.require(false, (error as Error).message);
  }
  // A client repeats its create until the cluster acknowledges it, so that the load cannot end while there is no leader.
  await Promise.race([load.end(), delay(endTimeout)]);
  const client = new Client(target.address, target.key);
  const verdict = load.ledger.verify(await readBack(client));
  client.close();
  const figures = run.figuresOf(load, verdict, { outages });
  compare(row, run, load, leader.at.name, after);
  run.requireRecovery(figures, row.expected.recovery);
  return figures;
}

function compare(
  { expected }: ClusterRow,
  run: FaultRun,
  { observations }: Load,
  before: string,
  leaders: readonly string[],
): void {
  const { unavailable, unanswered, unexpected, interruption } = refusalsIn(observations);
  const after = leaders.join(' and ') || 'none';
  run.require(unexpected.length === 0, `unexpected responses: ${unexpected.join(', ')}`);
  run.require(expected.connections === 'lost' || unanswered === 0, `${unanswered} requests without a response`);
  run.require(leaders.length === 1, `leaders after the fault: ${after}`);
  run.require((after === before) === (expected.leader === 'same'), `the leader changed from ${before} to ${after}`);
  run.note(
    `expected: ${expected.leader} leader, recovery within ${expected.recovery / 1_000} s, connections ${expected.connections}: ${expected.reason}`,
  );
  run.note(
    `observed: leader ${before} → ${after}; 503: ${unavailable}; without a response: ${unanswered}; longest time without a create: ${Math.round(interruption)} ms`,
  );
}
