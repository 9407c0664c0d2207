import { DatabaseUnavailable, type Delivery } from '@petstore/database';
import type { LogPlace } from '@petstore/kernel';
import { InMemoryEventLog } from '@petstore/kernel/testing';
import { EventDelivery, ReceiverGone } from './event-delivery.ts';
import type { Attempt } from './webhook-receiver.ts';

let log: InMemoryEventLog;
/** The places of the receiver: what `begin` returns, one after the other. After the last one, another program delivers. */
let places: Delivery[];
let attempts: string[];
let messages: string[];
let ending: AbortController;
/** What the receiver answers. Without an answer, the program is stopped. */
let answers: Attempt[];
/** The program is stopped when it reports a message that contains this text. */
let last: string;

beforeEach(() => {
  log = new InMemoryEventLog();
  [places, attempts, messages, answers] = [[], [], [], []];
  ending = new AbortController();
  last = 'another program';
});

const append = (petId: string) =>
  log.append({ type: 'pet.updated', petId, actor: 'key_1', data: { pet: { id: petId, name: 'Rex' } } });

/** A place before the oldest event. @param checks how often the lock is there */
function place(checks: number): Delivery {
  const delivery = {
    place: undefined as LogPlace | undefined,
    async requireLock() {
      if (checks-- <= 0) throw new DatabaseUnavailable(new Error('the connection has ended'));
    },
    async moveTo(place: LogPlace) {
      delivery.place = place;
    },
    end: () => Promise.resolve(),
  };
  return delivery as unknown as Delivery;
}

function delivery(): EventDelivery {
  return new EventDelivery({
    name: 'receiver',
    log,
    types: undefined,
    deliveries: { begin: async () => places.shift() },
    receiver: {
      async send(id): Promise<Attempt> {
        attempts.push(id.split('_')[1]!);
        const answer = answers.shift();
        if (!answer) ending.abort();
        return answer ?? { outcome: 'delivered' };
      },
    },
    report(message) {
      messages.push(message);
      if (message.includes(last)) ending.abort();
    },
  });
}

const failed: Attempt = { outcome: 'failed', reason: 'response with status 500', retryAfter: 0 };

it('delivers the events in the order of the log, and completes the attempt in progress when it is stopped', async () => {
  for (const petId of ['2', '1', '3']) append(petId);
  places = [place(Infinity)];
  answers = [{ outcome: 'delivered' }];
  await delivery().run(ending.signal);
  expect(attempts).toEqual(['1', '2']);
});

it('sends no event after its connection has lost the lock, and has no lag while another program delivers', async () => {
  append('1');
  places = [place(1)];
  answers = [failed];
  const program = delivery();
  await program.run(ending.signal);
  expect(attempts).toEqual(['1']);
  expect(messages).toEqual([
    'delivering to receiver',
    expect.stringContaining('event 1 was not delivered (response with status 500): next attempt in'),
    'the database is not available: trying again every second',
    'another program delivers to receiver: waiting for its end',
  ]);
  expect(program.lag).toBe(0);
});

it('has the age of the event that the receiver does not confirm as its lag', async () => {
  append('1');
  places = [place(Infinity)];
  answers = [failed];
  last = 'was not delivered';
  const program = delivery();
  await program.run(ending.signal);
  jest.spyOn(Date, 'now').mockReturnValue(log.events[0]!.time.getTime() + 60_000);
  expect(program.lag).toBe(60);
});

it('ends if the receiver wants no more events', async () => {
  append('1');
  places = [place(Infinity)];
  answers = [{ outcome: 'gone' }];
  await expect(delivery().run(ending.signal)).rejects.toThrow(ReceiverGone);
});
