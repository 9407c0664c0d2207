import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { OwnServer } from '@petstore/database/testing';
import { petstore, petstoreOutput, type ServiceProcess } from '@petstore/processes';
import pg from 'pg';
import { fetchChecked } from './testing/checked-fetch.ts';
import { PetsClient } from './testing/pets-client.ts';
import { startListening, startService } from './testing/start-service.ts';

let primary: OwnServer;
let standby: OwnServer | undefined;
/** The service connects to the socket in this directory, so that the test can move the address to the other server. */
let address: string;
let directory: string;
let service: ServiceProcess | undefined;
let key: string;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'petstore-address-'));
  address = join(directory, 'current');
  primary = await OwnServer.start();
  moveAddressTo(primary);
  service = await startService(location());
  key = await petstoreOutput(location(), 'keys', 'issue', 'me');
  await client().create({ name: 'Rex', categoryId: 1 });
  await service.end('SIGTERM');
  standby = await primary.startStandby();
});

afterEach(async () => {
  await service?.end('SIGKILL');
  await standby?.remove();
  await primary?.remove();
  rmSync(directory, { recursive: true });
  service = standby = undefined;
});

function moveAddressTo({ url }: OwnServer): void {
  rmSync(address, { force: true });
  symlinkSync(socketDirectoryOf(url), address);
}

function socketDirectoryOf(url: string): string {
  return new URLSearchParams(url.split('?')[1]).get('host')!;
}

function location(): { DATABASE_URL: string } {
  return { DATABASE_URL: primary.url.replace(/host=[^&]*/, `host=${encodeURIComponent(address)}`) };
}

function client(): PetsClient {
  return new PetsClient(service!.address, key);
}

async function query(server: OwnServer, statement: string): Promise<unknown[]> {
  const connection = new pg.Client({ connectionString: server.url });
  await connection.connect();
  const { rows } = await connection.query<object>(statement).finally(() => connection.end());
  return rows;
}

/** The statuses and codes of the readiness probe, of reads and of a create. */
async function responses(): Promise<[number, string | undefined][]> {
  const ready = await fetchChecked(`${service!.address}/health/ready`);
  const reads = [await client().send('/v1/pets'), await client().send('/v1/pets/1')];
  const create = await client().send('/v1/pets', {
    method: 'POST',
    body: JSON.stringify({ name: 'Tom', categoryId: 1 }),
    headers: { 'Content-Type': 'application/json' },
  });
  const bodies = [ready, ...reads, create].map(async (response): Promise<[number, string | undefined]> => {
    const { code } = (await response.json()) as { code?: string };
    return [response.status, code];
  });
  return Promise.all(bodies);
}

async function readyStatus(expected: number): Promise<void> {
  while ((await fetchChecked(`${service!.address}/health/ready`)).status !== expected) await delay(50);
}

const reason =
  'the database is a standby, and the service uses only the primary: DATABASE_URL must lead to the primary';
const unavailable = Array.from({ length: 4 }, () => [503, 'service_unavailable']);
const names = async () => (await client().all()).map(({ name }) => name);

it('an instance on a standby refuses reads and creates, and becomes ready when the standby is promoted', async () => {
  moveAddressTo(standby!);
  service = await startListening(location());
  await service.waitForLog(`waiting for the database: ${reason}`);
  expect(await responses()).toEqual(unavailable);

  await standby!.promote();
  await service.waitForLog('ready');
  expect(await names()).toEqual(['Rex']);
  await client().create({ name: 'Max', categoryId: 1 });
  expect(await names()).toEqual(['Rex', 'Max']);
});

it('a running instance whose address moves to a standby refuses reads and creates until it moves back', async () => {
  service = await startService(location());
  expect(await names()).toEqual(['Rex']);

  moveAddressTo(standby!);
  const others = "FROM pg_stat_activity WHERE application_name = 'petstore'";
  await query(primary, `SELECT pg_terminate_backend(pid) ${others}`);
  await readyStatus(503);
  expect(await responses()).toEqual(unavailable);
  expect(await query(standby!, `SELECT 1 ${others}`)).toEqual([]);

  moveAddressTo(primary);
  await readyStatus(200);
  expect(await names()).toEqual(['Rex']);
  await client().create({ name: 'Max', categoryId: 1 });
  expect(await query(primary, 'SELECT name FROM pets ORDER BY id')).toEqual([{ name: 'Rex' }, { name: 'Max' }]);
});

it('a command on a standby fails with the reason', async () => {
  moveAddressTo(standby!);
  const { exitCode, stderr } = await petstore(location(), 'keys', 'issue', 'other');
  expect(exitCode).toBe(1);
  expect(stderr).toContain(reason);
});
