import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { GracefulShutdown } from './graceful-shutdown.ts';

it('destroys a connection after CONNECT at the timeout, although Node no longer lists it', async () => {
  const server = createServer();
  const shutdown = new GracefulShutdown(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const connected = once(server, 'connect');
  client.write('CONNECT pets:1 HTTP/1.1\r\nHost: pets\r\n\r\n');
  const [, socket] = (await connected) as [unknown, Socket];
  expect(await shutdown.shutDown(10)).toBe(1);
  expect(socket.destroyed).toBe(true);
  client.destroy();
});
