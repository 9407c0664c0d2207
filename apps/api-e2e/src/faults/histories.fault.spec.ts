import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, Client } from '../support/client.ts';
import { fault } from '../support/fault-test.ts';
import { type Call, findViolation, type Model } from '../support/linearizable.ts';

/** A call about one animal. */
interface Input {
  readonly kind: 'get' | 'rename' | 'delete' | 'place' | 'complete' | 'cancel' | 'return';
  readonly name?: string;
  readonly tag?: string;
  readonly orderId?: number;
}

/** What a response says. */
interface Output {
  readonly status: number;
  readonly name?: string;
  readonly petStatus?: string;
  readonly tag?: string;
  readonly orderId?: number;
}

/** An order. Its id is undefined if its placeOrder got no response: then no call names the order. */
interface Order {
  readonly id: number | undefined;
  readonly status: string;
}

/** An animal and its orders, the latest at the end. */
interface Animal {
  readonly name: string;
  readonly status: string;
  readonly version: number;
  readonly isDeleted: boolean;
  readonly orders: readonly Order[];
}

const transitions = {
  complete: { from: 'placed', to: 'completed', petStatus: 'sold' },
  cancel: { from: 'placed', to: 'cancelled', petStatus: 'available' },
  return: { from: 'completed', to: 'returned', petStatus: 'available' },
} as const;

/** Returns the response to a call, and the animal after it. */
function execute(animal: Animal, { kind, name = '', tag, orderId }: Input, newOrderId?: number): [Output, Animal] {
  const { status, version, isDeleted, orders } = animal;
  const latest = orders.at(-1);
  const shown = (after: Animal): Output => ({
    status: 200,
    name: after.name,
    petStatus: after.status,
    tag: `"${after.version}"`,
  });
  const refused = (code: number): [Output, Animal] => [{ status: code }, animal];
  if (kind === 'place') {
    if (isDeleted) return refused(400);
    if (status !== 'available') return refused(409);
    const placed = [...orders, { id: newOrderId, status: 'placed' }];
    return [
      { status: 201, orderId: newOrderId! },
      { ...animal, status: 'pending', version: version + 1, orders: placed },
    ];
  }
  if (kind === 'complete' || kind === 'cancel' || kind === 'return') {
    const { from, to, petStatus } = transitions[kind];
    const order = orders.find(({ id }) => id === orderId);
    if (order?.status === to) return [{ status: 200 }, animal];
    if (!order || order !== latest || order.status !== from || isDeleted) return refused(409);
    const moved = [...orders.slice(0, -1), { id: orderId, status: to }];
    return [{ status: 200 }, { ...animal, status: petStatus, version: version + 1, orders: moved }];
  }
  if (isDeleted) return refused(404);
  if (kind === 'get') return [shown(animal), animal];
  if (tag !== undefined && tag !== `"${version}"`) return refused(412);
  if (kind === 'delete') {
    return latest?.status === 'placed' ? refused(409) : [{ status: 204 }, { ...animal, isDeleted: true }];
  }
  const renamed = name === animal.name ? animal : { ...animal, name, version: version + 1 };
  return [shown(renamed), renamed];
}

const animals: Model<Animal, Input, Output> = {
  initial: { name: 'new', status: 'available', version: 1, isDeleted: false, orders: [] },
  step: (animal, input, output) => {
    const [expected, after] = execute(animal, input, output?.orderId);
    // A call without a response may also be left out of the order, so it is not placed where it would change nothing.
    if (output === undefined) return after === animal ? undefined : after;
    return JSON.stringify(expected) === JSON.stringify(output) ? after : undefined;
  },
};

/** The creates with one key. The state is `unused`, `used` by a create without a response, or the text that all others return. */
const key: Model<string, null, string> = {
  initial: 'unused',
  step: (state, _, output = 'used') => (['unused', 'used', output].includes(state) ? output : undefined),
};

/** Whether the response proves that nothing was done. Then the call is not part of the history. */
function isUndone({ status, code }: Answer): boolean {
  return status === 0 ? code === 'ECONNREFUSED' : code === 'service_unavailable' || code === 'idempotency_conflict';
}

function outputOf({ status, text, headers }: Answer): Output | undefined {
  if (status === 0 || status >= 500) return undefined;
  const body = status < 300 && text ? (JSON.parse(text) as { id: number; name?: string; status: string }) : undefined;
  if (body?.name !== undefined) return { status, name: body.name, petStatus: body.status, tag: headers.etag! };
  return status === 201 ? { status, orderId: body!.id } : { status };
}

const random = <T>(values: readonly T[]) => values[Math.floor(Math.random() * values.length)]!;

describe('histories', () => {
  fault(
    '8 clients change, order and delete the same animals at 2 instances, with kills: the calls of each animal and key fit one order',
    async (run) => {
      const postgres = await run.postgres();
      const services = [await run.service(postgres, { BETA: 'on' }), await run.service(postgres, { BETA: 'on' })];
      const apiKey = await services[0]!.issueKey();
      const clients = Array.from({ length: 8 }, (_, index) => new Client(services[index % 2]!, apiKey));
      let [isEnding, requests, unknown, histories] = [false, 0, 0, 0];
      run.atEnd(() => (isEnding = true));

      const record = async <I, O>(
        calls: Call<I, O>[],
        input: I,
        send: () => Promise<Answer>,
        read: (answer: Answer) => O | undefined,
      ) => {
        const start = performance.now();
        const answer = await send();
        const output = read(answer);
        requests += 1;
        if (isUndone(answer)) return delay(10);
        if (output === undefined) unknown += 1;
        calls.push({ input, output, start, end: output === undefined ? Infinity : answer.at });
      };

      /** Sends a random call about the animal. */
      const act = async (client: Client, id: number, calls: Call<Input, Output>[]) => {
        const seen = calls.flatMap(({ output }) => output ?? []);
        const orderId = seen.findLast((output) => output.orderId !== undefined)?.orderId;
        const tag = random([undefined, seen.findLast((output) => output.tag !== undefined)?.tag]);
        const match: Record<string, string> = tag === undefined ? {} : { 'If-Match': tag };
        const tagged = tag === undefined ? {} : { tag };
        const kind = random([
          'get',
          'get',
          'rename',
          'rename',
          'place',
          'complete',
          'cancel',
          'return',
          'delete',
        ] as const);
        const path = `/v1/pets/${id}`;
        if (kind === 'get') return record(calls, { kind }, () => client.get(path), outputOf);
        if (kind === 'rename') {
          const name = `name ${requests}`;
          return record(
            calls,
            { kind, name, ...tagged },
            () => client.send('PATCH', path, JSON.stringify({ name }), match),
            outputOf,
          );
        }
        if (kind === 'place')
          return record(calls, { kind }, () => client.post('/v1/store/orders', { petId: id }), outputOf);
        // An animal is deleted late in its life, so that most calls find it.
        if (kind === 'delete') {
          if (calls.length < 80) return undefined;
          return record(calls, { kind, ...tagged }, () => client.send('DELETE', path, undefined, match), outputOf);
        }
        if (orderId === undefined) return undefined;
        const order = `/v1/store/orders/${orderId}/${kind}`;
        return record(calls, { kind, orderId }, () => client.post(order, {}), outputOf);
      };

      /** Lets all clients create with one key, and then call the animal, until its history is long. */
      const live = async (name: string) => {
        const creates: Call<null, string>[] = [];
        const body = { name: 'new', categoryId: 1 };
        const create = (client: Client) =>
          record(
            creates,
            null,
            () => client.post('/v1/pets', body, name),
            ({ status, text }) => (status === 201 ? text : undefined),
          );
        await Promise.all(clients.map(create));
        while (!creates.some(({ output }) => output !== undefined)) await create(random(clients));
        expect(findViolation(key, creates)).toBeUndefined();
        const { id } = JSON.parse(creates.find(({ output }) => output !== undefined)!.output!) as { id: number };
        const calls: Call<Input, Output>[] = [];
        const work = clients.map(async (client) => {
          while (calls.length < 120) await act(client, id, calls);
        });
        await Promise.all(work);
        expect(findViolation(animals, calls)).toBeUndefined();
        histories += 1;
      };

      const living = (async () => {
        for (let number = 0; !isEnding; number++) await live(`animal-${number}`);
      })();
      for (let round = 0; round < run.rounds(12); round++) {
        await Promise.race([living, delay(2_000)]);
        const killed = random([...services, postgres]);
        await killed.end('SIGKILL');
        await killed.start();
      }
      isEnding = true;
      await living;
      run.show({ requests, histories, unknown });
      expect(histories).toBeGreaterThan(0);
      clients.forEach((client) => client.close());
    },
  );
});
