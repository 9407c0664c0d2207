import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { DataSource } from 'typeorm';
import { createDataSource } from './data-source.ts';
import { commandLineLimits } from './database-limits.ts';
import { errorResponse, readyForQuery, messageOf } from '../testing/index.ts';

const authenticationOk = messageOf('R', '\0\0\0\0');
const terminated = errorResponse('FATAL', '57P01', 'terminating connection due to administrator command');
const tooMany = errorResponse('FATAL', '53300', 'sorry, too many clients already');

let server: Server;
let dataSource: DataSource;

/** The server sends this to every client in one segment and leaves the connection open. */
let greeting: Buffer;

beforeEach(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.write(greeting));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  dataSource = await createDataSource(
    `postgresql://petstore:password@127.0.0.1:${port}/petstore`,
    [],
    commandLineLimits,
  );
});

afterEach(() => server.close());

it('handles a session that the server starts and ends in one segment', async () => {
  greeting = Buffer.concat([authenticationOk, readyForQuery, terminated]);
  const connection = once(server, 'connection') as Promise<[Socket]>;
  const error: unknown = await dataSource.initialize().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ outcome: 'not sent' });
  const [socket] = await connection;
  if (!socket.closed) await once(socket, 'close');
});

it('closes the socket of a session that the server refuses without closing it', async () => {
  greeting = tooMany;
  const connection = once(server, 'connection') as Promise<[Socket]>;
  await expect(dataSource.initialize()).rejects.toThrow('sorry, too many clients already');
  const [socket] = await connection;
  if (!socket.closed) await once(socket, 'close');
});
