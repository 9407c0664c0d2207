import { CheckedClient } from './support/checked-client.ts';
import type { Service } from './support/service.ts';
import { Database, petstore, startService } from './support/test-file.ts';

let database: Database;

beforeAll(async () => {
  database = await Database.create();
  expect((await petstore(database.location, 'migrate')).exitCode).toBe(0);
});

/** Sends requests that the log shows, 100 at a time. */
async function sendRequests(service: Service, ids: readonly string[]): Promise<void> {
  const clients = Array.from({ length: 100 }, () => new CheckedClient(service, ''));
  const send = async (client: CheckedClient, from: number) => {
    for (let index = from; index < ids.length; index += clients.length) {
      const { status } = await client.send('GET', '/nothing', undefined, { 'X-Request-Id': ids[index]! });
      expect(status).toBe(404);
    }
  };
  await Promise.all(clients.map(send));
}

it('the service writes a line of JSON for each request before it exits', async () => {
  const service = await startService(database.location);
  const ids = Array.from({ length: 500 }, (_, index) => `request-${index}`);
  await sendRequests(service, ids);
  expect(await service.end('SIGTERM')).toBe(0);
  const logged = service.log.map(({ requestId }) => requestId);
  expect(logged.filter((id) => ids.includes(String(id))).sort()).toEqual(ids.sort());
});
