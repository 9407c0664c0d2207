import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { GracefulShutdown } from './graceful-shutdown.ts';

it('destroys the connections that Node does not list any more at the deadline', async () => {
  const server = createServer();
  const shutdown = new GracefulShutdown(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const tunnelled = once(server, 'connect');
  client.write('CONNECT pets:1 HTTP/1.1\r\nHost: pets\r\n\r\n');
  const [, socket] = (await tunnelled) as [unknown, Socket];
  expect(await shutdown.shutDown(10)).toBe(1);
  expect(socket.destroyed).toBe(true);
  client.destroy();
});
