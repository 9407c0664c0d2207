import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '../support/client.ts';
import { fault, type FaultRun } from '../support/fault-test.ts';
import { percentile } from '../support/load.ts';
import { commandFile, noFile } from '../support/service.ts';
import { type Behaviour, type CloudEvent, WebhookReceiver } from '../support/webhook-receiver.ts';

/** Starts a service, a receiver, and returns a function that starts a program that delivers. */
async function start(run: FaultRun) {
  const postgres = await run.postgres();
  const service = await run.service(postgres, { BETA: 'on' });
  const client = new Client(service, await service.issueKey());
  const receiver = new WebhookReceiver();
  await receiver.start();
  run.atEnd(() => receiver.kill());
  const startProgram = () =>
    run.processes.spawn(process.execPath, [commandFile, 'deliver', receiver.url, '--from', 'oldest'], {
      env: { ...noFile, DATABASE_URL: postgres.url, WEBHOOK_SECRET: receiver.secret },
      stdio: 'ignore',
    });
  return { postgres, service, client, receiver, startProgram };
}

/** Reads the log from its oldest event. */
async function readLog(client: Client): Promise<CloudEvent[]> {
  const events: CloudEvent[] = [];
  for (let path = '/v1/events?limit=100'; ;) {
    const { items, next } = await client.readPage<CloudEvent>(path);
    if (items.length === 0) return events;
    events.push(...items);
    path = next!;
  }
}

async function kill(program: ChildProcess): Promise<void> {
  const exit = once(program, 'exit');
  program.kill('SIGKILL');
  await exit;
}

const failures: readonly Behaviour[] = ['error', 'busy', 'redirect', 'half a response', 'silence'];

/** Responses with a status of 2xx, which decides, whatever the body is. */
const confirmations: readonly Behaviour[] = ['accept', 'half a response'];

describe('deliver', () => {
  fault(
    'a kill of the receiver or of one of 2 programs every 5 s, all kinds of failures: every event, first arrivals in order, signed',
    async (run) => {
      const { client, receiver, startProgram } = await start(run);
      const programs = [startProgram(), startProgram()];
      const mixed = (request: number) =>
        request % 50 === 49 ? failures[Math.floor(request / 50) % failures.length]! : 'accept';
      receiver.behaviour = mixed;
      let isEnding = false;
      run.atEnd(() => (isEnding = true));
      const writers = Array.from({ length: 4 }, async (_, writer) => {
        for (let number = 0; !isEnding; number++) {
          const { text } = await client.post('/v1/pets', { name: `pet ${writer} ${number}`, categoryId: 1 });
          const pet = JSON.parse(text) as { id: number };
          await client.post('/v1/store/orders', { petId: pet.id });
          // The programs can keep up in spite of the failures. Otherwise they would not have delivered all events when the test ends.
          await delay(1_000);
        }
      });
      for (let round = 0; round < run.rounds(120); round++) {
        await delay(5_000);
        if (round % 3 === 2) {
          await receiver.kill();
          await receiver.start();
        } else {
          // The program that delivers is killed while it has an event that the receiver has not confirmed. Some kills hit the one that waits.
          receiver.behaviour = () => 'error';
          await delay(1_000);
          await kill(programs[round % 2]!);
          receiver.behaviour = mixed;
          programs[round % 2] = startProgram();
        }
      }
      isEnding = true;
      await Promise.all(writers);
      receiver.behaviour = () => 'accept';
      const events = await readLog(client);
      const last = events.at(-1)!.id;
      await run.processes.until(() =>
        receiver.arrivals.some(({ event, behaviour }) => event.id === last && confirmations.includes(behaviour)),
      );
      const firstArrivals = [...new Set(receiver.arrivals.map(({ webhookId }) => webhookId))];
      run.show({ requests: receiver.arrivals.length, events: events.length });
      expect(firstArrivals).toEqual(events.map(({ id }) => id));
      const accepted = receiver.arrivals.filter(({ behaviour }) => confirmations.includes(behaviour));
      const confirmed = new Map(accepted.map(({ event }) => [event.id, event]));
      expect(events.map(({ id }) => confirmed.get(id))).toEqual(events);
      expect(receiver.violations).toEqual([]);
    },
  );

  fault(
    'quiet: 95 % of the events arrive within 1.5 s of their response; the second program takes over within 5 s',
    async (run) => {
      const { client, receiver, startProgram } = await start(run);
      const first = startProgram();
      const arrivalOf = async (): Promise<number> => {
        const count = receiver.arrivals.length;
        await client.post('/v1/pets', { name: 'pet', categoryId: 1 });
        const from = performance.now();
        await run.processes.until(() => receiver.arrivals.length > count);
        return receiver.arrivals[count]!.at - from;
      };
      await arrivalOf();
      startProgram();
      const times: number[] = [];
      for (let event = 0; event < run.rounds(40); event++) {
        await delay(Math.random() * 1_000);
        times.push(await arrivalOf());
      }
      await kill(first);
      const takeover = await arrivalOf();
      run.show({ longest: Math.max(...times), p95: percentile(times, 0.95), takeover });
      expect(percentile(times, 0.95)).toBeLessThan(1_500);
      expect(takeover).toBeLessThan(5_000);
    },
  );
});
