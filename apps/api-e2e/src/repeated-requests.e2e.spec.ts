import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { PetstoreClient, type CallOptions, type Int64, type Pet } from '@petstore/client';
import type { Service } from './support/service.ts';
import { Database, issueKey, startService } from './support/test-file.ts';

// Deno, Bun, Chromium, Firefox, curl and Varnish send a request again if a connection that was used before ends without a response. The
// service has executed the first one. This server repeats as they do: it sends each change twice, and its client gets the second response.

let service: Service;
let key: string;
let client: PetstoreClient;

const repeating = createServer(async (request, response) => {
  const { method = '', url = '', headers } = request;
  const body = await buffer(request);
  const send = () =>
    fetch(service.address + url, { method, headers: headers as never, body: body.length > 0 ? body : null });
  if (method !== 'GET') await (await send()).arrayBuffer();
  const last = await send();
  response.writeHead(last.status, [...last.headers].flat()).end(await last.text());
});

beforeAll(async () => {
  const { location } = await Database.create();
  service = await startService({ ...location, BETA: 'on' });
  key = await issueKey(location);
  await once(repeating.listen(0, '127.0.0.1'), 'listening');
  client = new PetstoreClient({ baseUrl: `${addressOf()}/v1`, apiKey: key, retries: 0 });
});

afterAll(() => repeating.close());

const addressOf = () => `http://127.0.0.1:${(repeating.address() as AddressInfo).port}`;

/** Sends a POST without an Idempotency-Key. */
async function post(path: string, body: object) {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const response = await fetch(`${addressOf()}/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as { id: number; code: string; message: string } };
}

/** Creates an animal. @returns it and its tag */
async function create(): Promise<{ pet: Pet; tag: string }> {
  let tag = '';
  const onResponse = ({ headers }: Response) => (tag = headers.get('ETag') ?? '');
  return { pet: await client.pets.create({ name: 'Rex', categoryId: 7 }, { onResponse }), tag };
}

async function place(petId: Int64, options?: CallOptions): Promise<Int64> {
  return (await client.orders.place({ petId }, options)).id;
}

/** Types of the events of the animal, oldest first. */
async function history(petId: Int64): Promise<string> {
  const { value } = await client.events.follow({ start: 'oldest', petId }).next();
  return value.events.map(({ type }) => type).join(' ');
}

const sentBefore = 'an earlier sending of this request may have been executed: browsers, Deno, Bun and proxies repeat';

it('creates and orders are executed once, because the client sends an Idempotency-Key', async () => {
  const { pet } = await create();
  expect((await client.pets.list().toArray({ max: 9 })).map(({ id }) => id)).toEqual([pet.id]);
  await place(pet.id);
  expect(await history(pet.id)).toBe('pet.created order.placed');
});

it('without a key, a create stores two animals, and an order is 409 with a text that says that it may be your own', async () => {
  const second = await post('/pets', { name: 'Tom', categoryId: 7 });
  const toms = (await client.pets.list().toArray({ max: 99 })).filter(({ name }) => name === 'Tom');
  expect([second.status, toms.length]).toEqual([201, 2]);
  const { status, body } = await post('/store/orders', { petId: second.body.id });
  expect([status, body.code]).toEqual([409, 'pet_not_available']);
  expect(body.message).toContain(`Without an Idempotency-Key, ${sentBefore}`);
  expect(await history(second.body.id)).toBe('pet.created order.placed');
});

it('an update with a tag is executed, and its error says that it may have been', async () => {
  const { pet, tag } = await create();
  await expect(client.pets.update(pet.id, { name: 'Max' }, { ifMatch: tag })).rejects.toMatchObject({
    code: 'precondition_failed',
    message: expect.stringContaining(sentBefore),
    mayHaveBeenExecuted: true,
  });
  expect(await client.pets.get(pet.id)).toMatchObject({ name: 'Max' });
});

it.each([true, false])(
  'a deletion is executed, and its error says that it may have been; with a tag: %p',
  async (isTagged) => {
    const { pet, tag } = await create();
    await expect(client.pets.delete(pet.id, isTagged ? { ifMatch: tag } : {})).rejects.toMatchObject({
      code: 'pet_not_found',
      message: expect.stringContaining(sentBefore),
      mayHaveBeenExecuted: true,
    });
    expect(await history(pet.id)).toBe('pet.created pet.deleted');
  },
);

it('updates without a tag and transitions of orders succeed, and are executed once', async () => {
  const { pet } = await create();
  expect(await client.pets.update(pet.id, { name: 'Max' })).toMatchObject({ name: 'Max' });
  await client.orders.cancel(await place(pet.id));
  const id = await place(pet.id);
  await client.orders.complete(id);
  await client.orders.return(id);
  const transitions = 'order.placed order.cancelled order.placed order.completed order.returned';
  expect(await history(pet.id)).toBe(`pet.created pet.updated ${transitions}`);
});

it('errors that an executed sending cannot have do not say that it may have been executed', async () => {
  const { pet, tag } = await create();
  const order = await place(pet.id);
  const [notFound, notExecuted] = ['There is no animal with this petId.', { mayHaveBeenExecuted: false }];
  await expect(client.pets.delete(pet.id)).rejects.toMatchObject({ code: 'pet_has_order', ...notExecuted });
  await expect(client.pets.delete(pet.id, { ifMatch: tag })).rejects.toMatchObject({ status: 412, ...notExecuted });
  await expect(place(pet.id)).rejects.toMatchObject({ code: 'pet_not_available', ...notExecuted });
  await expect(place(-1)).rejects.toMatchObject({ code: 'unknown_pet', ...notExecuted });
  await expect(client.orders.return(order)).rejects.toMatchObject({ status: 409, ...notExecuted });
  await expect(client.orders.complete(-1)).rejects.toMatchObject({ code: 'order_not_found', ...notExecuted });
  await expect(client.pets.get(-1)).rejects.toMatchObject({ message: notFound, ...notExecuted });
});
