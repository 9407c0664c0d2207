import { setTimeout as delay } from 'node:timers/promises';
import {
  Client,
  createPet,
  type NewOrderJson,
  type NewPetJson,
  type Observation,
  type OrderJson,
  OrderLedger,
  type OrderTransition,
  type PetJson,
  type Target,
} from '@petstore/driver';
import type { Environment } from '../environment/environment.ts';
import type { Instance } from '../environment/instance.ts';
import { withEnvironment } from '../environment/with-environment.ts';
import { type FaultRun, type Outage, wasConnected } from '../fault-run.ts';
import { OrderClients } from './order-clients.ts';
import { OrderComparison } from './order-comparison.ts';
import { type Kill, RandomKills } from './random-kills.ts';
import type { Row } from './row.ts';

/** What the steps of a pet use. */
interface StepContext {
  readonly run: FaultRun;
  readonly orderClients: OrderClients;
  readonly kills: RandomKills;
  readonly comparison: OrderComparison;
}

const pets = 200;
const clients = 100;

/** Milliseconds before a create is repeated after 503. */
const pause = 100;

/** What clients request at once: all of them order the pet, or some of them request the transitions of its latest order. */
type Step = 'order' | readonly OrderTransition[];

/** Steps of the pets, in turn. */
const scenarios: readonly (readonly Step[])[] = [
  ['order'],
  ['order', ['complete', 'cancel']],
  ['order', ['complete'], ['return', 'complete']],
  ['order', ['cancel'], 'order'],
];

export const exclusiveOrders: Row = {
  name: 'exclusive-orders',
  fault:
    '100 clients order one pet, 200 times, while two instances and PostgreSQL are killed (SIGKILL): each time one order',
  execute: (run) =>
    withEnvironment(async (environment) => {
      const key = await environment.issueKey();
      const instances = [await environment.start({ BETA: 'on' }), await environment.start({ BETA: 'on' })];
      const targets = instances.map(({ address }) => ({ address, key }));
      const ledgers = await createPets(targets[0]!, run.rounds(pets));
      const comparison = new OrderComparison(run, environment.postgres, targets, ledgers);
      const orderClients = new OrderClients(clients, targets);
      const kills = new RandomKills(killsOf(environment, instances));
      const context = { run, orderClients, kills, comparison };
      await comparison.watchDuring(async () => {
        for (const [index, ledger] of [...ledgers.values()].entries()) {
          await executeSteps(context, scenarios[index % scenarios.length]!, ledger);
        }
      });
      orderClients.close();
      const { observations } = orderClients;
      const broken = observations.filter((each) => each.status === 0 && !kills.outages.some(overlaps(each)));
      run.require(broken.length === 0, `${broken.length} requests got no response although nothing was killed`);
      run.note(`${kills.outages.length} kills; ${describeFailures(observations)}`);
      // Without outages: a busy machine refuses orders at any time, so the last failure does not show when the service has recovered.
      return run.figuresOf(orderClients, await comparison.compareAll(), {});
    }),
};

/** Creates available pets. @returns their ledgers by id */
async function createPets({ address, key }: Target, count: number): Promise<Map<number, OrderLedger>> {
  const client = new Client(address, key);
  const ledgers = new Map<number, OrderLedger>();
  for (let number = 1; number <= count; number++) {
    const newPet = { name: `pet ${number}`, categoryId: number, status: 'available' };
    const pet = await createUntilAcknowledged(client, newPet);
    ledgers.set(pet.id, new OrderLedger(pet));
  }
  client.close();
  return ledgers;
}

async function createUntilAcknowledged(client: Client, newPet: NewPetJson): Promise<PetJson> {
  for (;;) {
    const { status, code, text } = await client.send(createPet(newPet, newPet.name.replace(' ', '-')));
    if (status === 201) return JSON.parse(text) as PetJson;
    if (status !== 503) throw new Error(`createPet returned ${status} ${code}`);
    await delay(pause);
  }
}

/** Kills of each instance and, after each of them, of PostgreSQL. */
function killsOf({ postgres }: Environment, instances: readonly Instance[]): Kill[] {
  const killPostgres = () => postgres.waitForRecovery(() => postgres.signalAll('SIGKILL'));
  return instances.flatMap((instance) => {
    const killInstance = async () => {
      await instance.end('SIGKILL');
      await instance.restart();
      return performance.now();
    };
    return [killInstance, killPostgres];
  });
}

/** Executes the steps of one pet and compares its orders after each of them. */
async function executeSteps(
  { run, orderClients, kills, comparison }: StepContext,
  steps: readonly Step[],
  ledger: OrderLedger,
): Promise<void> {
  const keyed: NewOrderJson[] = [];
  let latest: OrderJson | undefined;
  for (const step of steps) {
    await kills.during(step === 'order' ? step : 'transition', async () => {
      if (step === 'order') keyed.push(...(await orderClients.placeAtOnce(ledger)));
      else await orderClients.changeAtOnce(ledger, latest!.id, step);
    });
    const orders = await comparison.compare(ledger);
    latest = orders.at(-1);
    if (step !== 'order') continue;
    const open = orders.filter(({ status }) => status === 'placed').length;
    run.require(open === 1, `pet ${ledger.pet.id} had ${open} open orders after all clients had ordered it`);
  }
  // A repeat must return the order as it was placed, also after its transitions.
  const acknowledged = new Set(ledger.acknowledged.map(({ reference }) => reference));
  for (const newOrder of keyed.filter(({ reference }) => acknowledged.has(reference))) {
    await orderClients.placeWithKey(ledger, newOrder);
  }
}

/** Whether the request was in progress during the outage. */
function overlaps({ at, milliseconds }: Observation): (outage: Outage) => boolean {
  return ({ from, to }) => at >= from && at - milliseconds <= to;
}

/** Counts the responses that refused a request, and the requests without a response. */
function describeFailures(observations: readonly Observation[]): string {
  const counts = new Map<string, number>();
  for (const observation of observations.filter(({ code }) => code !== '').filter(wasConnected)) {
    const outcome = observation.status === 0 ? 'without a response' : observation.code;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  return [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
}
