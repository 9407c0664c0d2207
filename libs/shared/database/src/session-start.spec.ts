import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { BoundedPool } from './bounded-pool.ts';
import { errorResponse, readyForQuery, messageOf } from './testing/index.ts';

const authenticationOk = messageOf('R', '\0\0\0\0');
const terminated = errorResponse('FATAL', '57P01', 'terminating connection due to administrator command');
const tooMany = errorResponse('FATAL', '53300', 'sorry, too many clients already');

let server: Server;
let pool: BoundedPool;

/** The server sends this to every client in one segment and leaves the connection open. */
let greeting: Buffer;

beforeEach(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.write(greeting));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  pool = new BoundedPool({ host: '127.0.0.1', port, user: 'petstore', password: '', max: 1, queue: 1 });
  pool.on('error', () => undefined);
});

afterEach(async () => {
  await pool.end();
  server.close();
});

it('handles a session that the server starts and ends in one segment', async () => {
  greeting = Buffer.concat([authenticationOk, readyForQuery, terminated]);
  const connection = once(server, 'connection') as Promise<[Socket]>;
  const error: unknown = await pool.connect().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ outcome: 'not sent' });
  const [socket] = await connection;
  if (!socket.closed) await once(socket, 'close');
});

it('closes the socket of a session that the server refuses without closing it', async () => {
  greeting = tooMany;
  const connection = once(server, 'connection') as Promise<[Socket]>;
  await expect(pool.connect()).rejects.toThrow('sorry, too many clients already');
  const [socket] = await connection;
  if (!socket.closed) await once(socket, 'close');
});
