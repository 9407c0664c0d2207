import { hash } from 'node:crypto';
import { CheckedClient } from './support/checked-client.ts';
import type { Pet } from './support/ledger.ts';
import type { Service } from './support/service.ts';
import { Database, issueKey, startService } from './support/test-file.ts';

const rex = { name: 'Rex', categoryId: 7 };

let database: Database;
let service: Service;
let key: string;
let client: CheckedClient;

beforeAll(async () => {
  database = await Database.create();
  service = await startService({ ...database.location, BETA: 'on' });
  key = await issueKey(database.location);
  client = new CheckedClient(service, key);
});

async function create(newPet: object): Promise<Pet> {
  const { status, text } = await client.post('/v1/pets', newPet);
  expect(status).toBe(201);
  return JSON.parse(text) as Pet;
}

it('a repeat of an order at another instance, while the first waits for the animal, gets the same order', async () => {
  const second = await startService({ ...database.location, BETA: 'on' });
  const pet = await create(rex);
  const lock = await database.begin(`SELECT FROM pets WHERE id = ${pet.id} FOR UPDATE`);
  const placing = [service, second].map((instance) =>
    new CheckedClient(instance, key).post('/v1/store/orders', { petId: pet.id }, 'order-1'),
  );
  await database.untilBlocked(2);
  await lock.query('ROLLBACK');
  await lock.end();
  const [first, repeated] = await Promise.all(placing);
  expect([first!.status, repeated!.status]).toEqual([201, 201]);
  expect(repeated!.text).toBe(first!.text);
  expect(await second.end('SIGTERM')).toBe(0);
});

it('a key that was used with createPet is refused by placeOrder', async () => {
  const { id } = JSON.parse((await client.post('/v1/pets', rex, 'a-key')).text) as Pet;
  const order = { petId: id };
  expect(await client.post('/v1/store/orders', order, 'a-key')).toMatchObject({
    status: 422,
    code: 'idempotency_mismatch',
  });
  expect((await client.post('/v1/store/orders', order, 'another-key')).status).toBe(201);
});

it('one of 100 concurrent orders for an animal is placed, at two instances, and the others are refused', async () => {
  const second = await startService({ ...database.location, BETA: 'on' });
  const { id } = await create(rex);
  const orders = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      new CheckedClient(index % 2 === 0 ? service : second, key).post('/v1/store/orders', { petId: id }),
    ),
  );
  expect(orders.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(99).fill(409)]);
  expect(await second.end('SIGTERM')).toBe(0);
});

const uuid = '00000000-0000-4000-8000-000000000001';
const forged = ['089', '00', '-0', '+1', '1.0', ' 1', '\0', '１', '9223372036854775808'];
const forgedPlaces = [
  ...forged,
  '1',
  '-1',
  '1/',
  `/${uuid}`,
  `0/${uuid}`,
  `089/${uuid}`,
  `9223372036854775808/${uuid}`,
];

it.each([
  ['/v1/pets', '', 'invalid_parameter', forged],
  ['/v1/store/orders', '["/v1/store/orders",{}]', 'invalid_parameter', forged],
  ['/v1/events', '["/v1/events",{}]', 'cursor_gone', [...forgedPlaces, `1/${uuid}`, `9223372036854775807/${uuid}`]],
])(
  '%s refuses cursors with a position that it never gives, also with a right checksum',
  async (path, scope, code, positions) => {
    const read = (position: string) => {
      const checksum = hash('sha256', `${scope} ${position}`, 'base64url').slice(0, 8);
      return client.get(`${path}?cursor=${checksum}${Buffer.from(position).toString('base64url')}`);
    };
    // The checksum is right: this position is before all items.
    expect((await read('0')).status).toBe(200);
    const answers = await Promise.all(positions.map(async (position) => [position, (await read(position)).code]));
    expect(answers).toEqual(positions.map((position) => [position, code]));
  },
);

it('50 clients that repeat one create, whose statement still runs when the killed service starts again, create one animal', async () => {
  const killed = await Database.create();
  const instance = await startService(killed.location);
  const killedKey = await issueKey(killed.location);
  const createAll = () =>
    Promise.all(
      Array.from({ length: 50 }, () => new CheckedClient(instance, killedKey).post('/v1/pets', rex, 'a-key')),
    );
  const lock = await killed.begin('LOCK TABLE pets IN SHARE ROW EXCLUSIVE MODE');
  const attempts = createAll();
  await killed.untilBlocked();
  await instance.end('SIGKILL');
  expect((await attempts).every(({ status }) => status === 0)).toBe(true);
  await instance.start();
  const repeating = createAll();
  // PostgreSQL does not detect that a client has ended while its statement waits for a lock.
  await killed.untilBlocked(2);
  await lock.query('ROLLBACK');
  const texts = [...new Set((await repeating).map(({ text }) => text))];
  expect(texts).toHaveLength(1);
  const stored = await killed.query('SELECT id::int, name, category_id::int AS "categoryId", status FROM pets');
  expect(stored).toEqual([JSON.parse(texts[0]!)]);
  await lock.end();
});
