import timers from 'node:timers/promises';
import { DatabaseUnavailable } from '@petstore/database';
import type { Delivery, DeliveryEntity } from './deliveries.ts';
import { InMemoryEventLog } from '@petstore/kernel/testing';
import { OperatorError } from '@petstore/operations';
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
/** The stored place after a restore; null before the oldest event. */
let placeOfDump: string | null;
/** What the other program has stored. */
let stored: DeliveryEntity;
/** What the clock of the database shows. */
let databaseTime: number;
/** The types of the program. */
let types: readonly string[] | null;
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
  placeOfDump = types = null;
  stored = { name: 'receiver', place: null, types: null };
  onAttempt = () => undefined;
  jest.spyOn(timers, 'setTimeout').mockImplementation(async (milliseconds): Promise<never> => {
    // A program that polls without end would not let Jest end the test.
    if (pauses.push(milliseconds) > 100) ending.abort();
    return undefined as never;
  });
});

const append = (petId: string) =>
  log.append({ type: 'pet.updated', petId, actor: 'key_1', data: { pet: { id: petId, name: 'Rex' } } });

/** A delivery that begins with the oldest event. @param checks number of calls of `requireLock` that succeed */
function deliveryOf(
  checks: number,
  place: string | null = null,
  typesBefore: readonly string[] | null = null,
): Delivery {
  const row: DeliveryEntity = { name: 'receiver', place, types: typesBefore };
  const delivery = {
    row,
    async requireLock() {
      if (checks-- <= 0) throw new DatabaseUnavailable(new Error('the connection has ended'));
    },
    async change(changes: Partial<DeliveryEntity>) {
      Object.assign(row, changes);
    },
    async reload() {
      const before = row.place;
      row.place = placeOfDump;
      return row.place !== before;
    },
    end: () => Promise.resolve(),
  };
  return delivery as unknown as Delivery;
}

function createProgram(): EventDelivery {
  return new EventDelivery({
    name: 'receiver',
    log,
    types,
    deliveries: {
      begin: async () => deliveries.shift(),
      find: async () => stored,
      ageOf: async (time) => databaseTime - time.getTime(),
    },
    async send({ position }): Promise<Attempt> {
      attempts.push(position);
      onAttempt(attempts.length);
      const answer = answers.shift();
      if (!answer) ending.abort();
      return answer ?? { outcome: 'delivered' };
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
  expect(delivery.row.place).toBe(`2/${log.events[1]!.id}`);
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
  if (delivered > 0) stored.place = (await log.read({ limit: delivered })).next;
  databaseTime = began + 60_000;
  jest.spyOn(performance, 'now').mockReturnValue(0);
  const program = createProgram();
  await program.run(ending.signal);
  expect(program.lag).toBe(lag);
});

it('reports as its lag the age of the event that the receiver has not confirmed', async () => {
  append('1');
  deliveries = [deliveryOf(Infinity)];
  answers = [failed];
  lastMessage = 'was not delivered';
  databaseTime = log.events[0]!.time.getTime() + 50_000;
  jest.spyOn(performance, 'now').mockReturnValue(0);
  const program = createProgram();
  await program.run(ending.signal);
  jest.spyOn(performance, 'now').mockReturnValue(10_000);
  expect(program.lag).toBe(60);
});

it.each([
  ['after the place that a restore has brought back', '1', 'the events after the last delivered one that it has'],
  ['with the oldest event if the restored database has no place', null, 'its oldest event'],
  ['with the oldest event if the stored place does not belong to the log either', '2', 'its oldest event'],
])('continues %s', async (_, ofDump, next) => {
  for (const petId of ['1', '2']) append(petId);
  placeOfDump = log.events.map(({ position, id }) => `${position}/${id}`).find((place) => place[0] === ofDump) ?? null;
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

const skipped = (added: string) =>
  `now also delivers ${added}: their events before the last delivered event are skipped. ` +
  'To deliver them, choose another --name and --from oldest';

it.each<[string, before: string[] | null, now: string[] | null, place: string | null, added: string | undefined]>([
  ['the same types', ['pet.deleted'], ['pet.deleted'], '0', undefined],
  ['one more type', ['pet.deleted'], ['order.placed', 'pet.deleted'], '0', 'order.placed'],
  ['another type', ['pet.deleted'], ['order.placed'], '0', 'order.placed'],
  ['one more type, from the oldest event', ['pet.deleted'], ['order.placed', 'pet.deleted'], null, undefined],
  ['all types', ['pet.deleted'], null, '0', 'all other types'],
  ['fewer types', null, ['pet.deleted'], '0', undefined],
])('starts with %s, stores them, and says which of their events it skips', async (_, before, now, place, added) => {
  const delivery = deliveryOf(Infinity, place, before);
  deliveries = [delivery];
  types = now;
  append('1');
  await log.append({ type: 'pet.deleted', petId: '1', actor: 'key_1', data: {} });
  await log.append({ type: 'order.placed', petId: '1', actor: 'key_1', data: {} });
  await createProgram().run(ending.signal);
  expect(delivery.row.types).toEqual(now);
  expect(messages).toEqual(['delivering to receiver', ...(added ? [skipped(added)] : [])]);
});

it.each<[string, string[] | null, string[] | null]>([
  ['with all types', null, ['pet.deleted']],
  ['with --type order.placed pet.deleted', ['order.placed', 'pet.deleted'], ['pet.deleted']],
  ['with --type pet.deleted', ['pet.deleted'], null],
])('refuses to wait for a program %s that it does not have', async (shown, ofOther, own) => {
  stored.types = ofOther;
  types = own;
  lastMessage = 'nothing';
  await expect(createProgram().run(ending.signal)).rejects.toThrow(
    new OperatorError(
      `another program delivers to receiver ${shown}: stop it before you change the types, or choose another --name`,
    ),
  );
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
