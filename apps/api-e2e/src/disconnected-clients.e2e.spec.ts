import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { requestText } from '@petstore/testing/raw';
import { CheckedClient } from './support/checked-client.ts';
import { Database, issueKey, processes, startService } from './support/test-file.ts';

it('changes that wait for an animal are given up when their clients disconnect, and do not delay others', async () => {
  const database = await Database.create();
  const service = await startService({ ...database.location, BETA: 'on', METRICS_PORT: '0' });
  const key = await issueKey(database.location);
  const client = new CheckedClient(service, key);
  const { headers } = await client.post('/v1/pets', { name: 'Rex', categoryId: 7 });
  const path = headers.location!;
  const { address } = await service.waitForLog('metrics listening');
  const untilInFlight = (count: number) =>
    processes.until(async () => {
      const metrics = await (await fetch(String(address))).text();
      return metrics.includes(`petstore_http_requests_in_flight ${count}\n`);
    });
  const rename = async (name: string): Promise<Socket> => {
    const socket = connect(Number(new URL(service.address).port), '127.0.0.1').resume();
    await once(socket, 'connect');
    const body = JSON.stringify({ name });
    const type = 'Content-Type: application/merge-patch+json';
    const head = ['Host: pets', `Authorization: Bearer ${key}`, type, `Content-Length: ${body.length}`];
    socket.write(requestText(`PATCH ${path} HTTP/1.1`, head) + body);
    return socket;
  };

  const lock = await database.begin(`SELECT FROM pets WHERE id = ${path.split('/').at(-1)} FOR UPDATE`);
  const first = await rename('first');
  const response = once(first, 'data');
  await database.untilBlocked(1);
  const sockets: Socket[] = [];
  for (let index = 0; index < 100; index++) sockets.push(await rename(`abandoned ${index}`));
  await untilInFlight(101);
  for (const socket of sockets) socket.resetAndDestroy();
  await untilInFlight(1);
  await lock.query('ROLLBACK');
  await lock.end();
  expect(String(await response)).toMatch(/^HTTP\/1\.1 200 /);
  first.destroy();

  const last = await client.send('PATCH', path, '{"name":"last"}', { 'Content-Type': 'application/merge-patch+json' });
  expect([last.status, last.headers.etag]).toEqual([200, '"3"']);
  expect(await service.end('SIGTERM')).toBe(0);
});
