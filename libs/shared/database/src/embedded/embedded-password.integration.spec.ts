import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Database } from '../database.ts';
import { commandLineLimits } from '../database-limits.ts';
import { EmbeddedPostgres } from './embedded-postgres.ts';
import { serverUser } from './server-user.ts';

const secret = 'hunter2';
const { PGPASSWORD } = process.env;

let folder: string;
let directory: string;
let received: string;
let server: Server;

/** AuthenticationCleartextPassword of PostgreSQL's protocol. */
const passwordRequest = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]);

/** Simulates a process of the server's user that listens on the socket and asks for a password. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-password-'));
  chmodSync(folder, 0o711);
  directory = join(folder, 'data');
  received = '';
  const socketPath = join(directory, 'run/.s.PGSQL.5432');
  mkdirSync(dirname(socketPath), { recursive: true });
  if (serverUser) chownSync(dirname(socketPath), serverUser.uid, serverUser.gid);
  mkdirSync(join(directory, 'postgresql'));
  writeFileSync(join(directory, 'postgresql/postmaster.pid'), '1\n');
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(passwordRequest));
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
  });
  await once(server.listen(socketPath), 'listening');
  process.env['PGPASSWORD'] = secret;
});

afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true });
  if (PGPASSWORD === undefined) delete process.env['PGPASSWORD'];
  else process.env['PGPASSWORD'] = PGPASSWORD;
});

it('does not send PGPASSWORD to the embedded server', async () => {
  const failure = await EmbeddedPostgres.acquire(directory).catch((error: unknown) => error);
  expect(received).toContain('petstore');
  expect(received).not.toContain(secret);
  expect(String(failure)).toContain('the embedded PostgreSQL asks for a password');
});

it('does not send PGPASSWORD from the connection pool', async () => {
  const { dataSource } = await Database.create({ kind: 'embedded', directory }, [], commandLineLimits, () => undefined);
  const failure = await dataSource.initialize().catch((error: unknown) => error);
  expect(received).toContain('petstore');
  expect(received).not.toContain(secret);
  expect(String(failure)).toContain('the embedded PostgreSQL asks for a password');
});
