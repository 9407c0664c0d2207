import timers from 'node:timers/promises';
import { DatabaseUnavailable } from '@petstore/database';
import type { Delivery } from './deliveries.ts';
import { InMemoryEventLog } from '@petstore/kernel/testing';
import { EventDelivery, ReceiverGone } from './event-delivery.ts';
import type { Attempt } from './webhook-receiver.ts';

let log: InMemoryEventLog;
/** What the calls of `begin` return. After the last one, `begin` returns undefined: another program delivers. */
let deliveries: Delivery[];
/** The positions of the events that were sent, one for each attempt. */
let attempts: string[];
let onAttempt: (count: number) => unknown;
let messages: string[];
let ending: AbortController;
/** What the receiver answers to each attempt. At the first attempt without an answer, the program is stopped. */
let answers: Attempt[];
/** The stored place after a restore; undefined before the oldest event. */
let placeOfDump: string | undefined;
/** The place that the other program has stored. */
let storedPlace: string | undefined;
/** The program is stopped when it reports a message that contains this text. */
let lastMessage: string;
/** The pauses of the program, in milliseconds. They end at once. */
let pauses: (number | undefined)[];

beforeEach(() => {
  log = new InMemoryEventLog();
  [deliveries, attempts, messages, answers] = [[], [], [], []];
  ending = new AbortController();
  lastMessage = 'another program';
  pauses = [];
  placeOfDump = storedPlace = undefined;
  onAttempt = () => undefined;
  jest.spyOn(timers, 'setTimeout').mockImplementation(async (milliseconds) => void pauses.push(milliseconds) as never);
});

const append = (petId: string) =>
  log.append({ type: 'pet.updated', petId, actor: 'key_1', data: { pet: { id: petId, name: 'Rex' } } });

/** A delivery that begins with the oldest event. @param checks number of calls of `requireLock` that succeed */
function deliveryOf(checks: number): Delivery {
  const delivery = {
    place: undefined as string | undefined,
    async requireLock() {
      if (checks-- <= 0) throw new DatabaseUnavailable(new Error('the connection has ended'));
    },
    async moveTo(place: string | undefined) {
      delivery.place = place;
    },
    async reload() {
      const before = delivery.place;
      delivery.place = placeOfDump;
      return delivery.place !== before;
    },
    end: () => Promise.resolve(),
  };
  return delivery as unknown as Delivery;
}

function createProgram(): EventDelivery {
  return new EventDelivery({
    name: 'receiver',
    log,
    types: undefined,
    format: ({ data }) => JSON.stringify(data),
    deliveries: { begin: async () => deliveries.shift(), find: async () => storedPlace },
    receiver: {
      async send(id): Promise<Attempt> {
        attempts.push(log.events.find((event) => event.id === id)!.position);
        onAttempt(attempts.length);
        const answer = answers.shift();
        if (!answer) ending.abort();
        return answer ?? { outcome: 'delivered' };
      },
    },
    report(message) {
      messages.push(message);
      if (message.includes(lastMessage)) ending.abort();
    },
  });
}

const delivered: Attempt = { outcome: 'delivered' };
const failed: Attempt = { outcome: 'failed', reason: 'response with status 500', retryAfter: 0 };

it('delivers the events in the order of the log, and completes the attempt in progress when it is stopped', async () => {
  for (const petId of ['70', '50', '60']) append(petId);
  const delivery = deliveryOf(Infinity);
  deliveries = [delivery];
  answers = [delivered];
  await createProgram().run(ending.signal);
  expect(attempts).toEqual(['1', '2']);
  expect(delivery.place).toBe(`2/${log.events[1]!.id}`);
});

it('pauses after each failure, twice as long as before, from 1 s to 5 minutes, and from 1 s again after a success', async () => {
  for (const petId of ['1', '2']) append(petId);
  deliveries = [deliveryOf(Infinity)];
  answers = [...Array<Attempt>(11).fill(failed), delivered, failed];
  jest.spyOn(Math, 'random').mockReturnValue(1);
  await createProgram().run(ending.signal);
  const doubled = [1, 2, 4, 8, 16, 32, 64, 128, 256];
  expect(pauses).toEqual([...doubled, 300, 300, 1].map((seconds) => seconds * 1_000));
  expect(messages).toContain('recovered after 11 failed attempts');
});

it('pauses for a random part of the back-off, at least half of it, or as long as the receiver asks for if that is longer', async () => {
  append('1');
  deliveries = [deliveryOf(Infinity)];
  answers = [0, 499, 1_999, 2_001, 86_400_000].map((retryAfter) => ({ ...failed, retryAfter }));
  jest.spyOn(Math, 'random').mockReturnValue(0);
  await createProgram().run(ending.signal);
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 86_400_000]);
});

it('sends no event after its connection has lost the lock', async () => {
  append('1');
  deliveries = [deliveryOf(1)];
  answers = [failed];
  await createProgram().run(ending.signal);
  expect(attempts).toEqual(['1']);
  expect(messages).toEqual([
    'delivering to receiver',
    expect.stringMatching(/^event \S{36} was not delivered \(response with status 500\): next attempt in/),
    'the database is not available: trying again every second',
    'another program delivers to receiver: waiting for its end. If it has another receiver, choose a --name',
  ]);
});

it.each([
  ['no event', 0, 60],
  ['the first event', 1, 50],
  ['all events', 2, 0],
])('has its lag while another program delivers, too, which has delivered %s', async (_, delivered, lag) => {
  for (const petId of ['1', '2']) append(petId);
  const began = Date.parse('2026-11-28T10:00:00Z');
  log.events.forEach(({ time }, index) => time.setTime(began + index * 10_000));
  if (delivered > 0) storedPlace = (await log.read({ limit: delivered })).next;
  const program = createProgram();
  await program.run(ending.signal);
  jest.spyOn(Date, 'now').mockReturnValue(began + 60_000);
  expect(program.lag).toBe(lag);
});

it('reports as its lag the age of the event that the receiver has not confirmed', async () => {
  append('1');
  deliveries = [deliveryOf(Infinity)];
  answers = [failed];
  lastMessage = 'was not delivered';
  const program = createProgram();
  await program.run(ending.signal);
  jest.spyOn(Date, 'now').mockReturnValue(log.events[0]!.time.getTime() + 60_000);
  expect(program.lag).toBe(60);
});

it.each([
  ['after the place that a restore has brought back', '1', 'the events after the last delivered one that it has'],
  ['with the oldest event if the restored database has no place', undefined, 'its oldest event'],
  ['with the oldest event if the stored place does not belong to the log either', '2', 'its oldest event'],
])('continues %s', async (_, ofDump, next) => {
  for (const petId of ['1', '2']) append(petId);
  placeOfDump = log.events.map(({ position, id }) => `${position}/${id}`).find((place) => place[0] === ofDump);
  deliveries = [deliveryOf(Infinity)];
  answers = [delivered, delivered];
  onAttempt = (count) => {
    if (count !== 2) return;
    log.undo(1);
    append('3');
  };
  await createProgram().run(ending.signal);
  expect(attempts).toEqual(['1', '2', ofDump === '1' ? '2' : '1']);
  expect(messages).toContain(`the database was restored: continuing with ${next}`);
});

it('has at least the time without the database as its lag', async () => {
  deliveries = [deliveryOf(0)];
  lastMessage = 'not available';
  const program = createProgram();
  const began = performance.now();
  await program.run(ending.signal);
  jest.spyOn(performance, 'now').mockReturnValue(began + 3_600_000);
  expect(program.lag).toBeGreaterThan(3_590);
});

it('ends if the receiver wants no more events', async () => {
  append('1');
  deliveries = [deliveryOf(Infinity)];
  answers = [{ outcome: 'gone' }];
  await expect(createProgram().run(ending.signal)).rejects.toThrow(ReceiverGone);
});
