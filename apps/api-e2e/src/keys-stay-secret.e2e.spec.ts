import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { petstore, type ServiceProcess } from '@petstore/processes';
import { testFolder } from './testing/test-folder.ts';
import { PetsClient } from './testing/pets-client.ts';
import { startService } from './testing/start-service.ts';

const directory = join(testFolder(), 'data');

/** Requests that contain the key in every possible part. */
const requestsWithKey = (key: string) => [
  `GET /v1/pets?access_token=${key} HTTP/1.1\r\nHost: pets\r\nAuthorization: Bearer ${key}`,
  `GET /v1/pets?limit=${key} HTTP/1.1\r\nHost: pets\r\nAuthorization: Bearer ${key}`,
  `GET /v1/pets/${key} HTTP/1.1\r\nHost: pets\r\nAuthorization: Bearer ${key}`,
  `GET /${key} HTTP/1.1\r\nHost: pets`,
  `GET /v1/pets HTTP/1.1\r\nHost: pets\r\nAuthorization: Basic ${key}`,
  `GET /v1/pets HTTP/1.1\r\nHost: pets\r\nAuthorization: Bearer ${key}x`,
  `GET /v1/pets HTTP/1.1\r\nHost: pets\r\nX-Api-Key: ${key}\r\nCookie: key=${key}`,
  `GET /v1/pets HTTP/1.1\r\nHost: pets\r\nBad Header: ${key}`,
  `GET /v1/pets HTTP/1.1\r\nHost: pets\r\nExpect: ${key}`,
  `${key} / HTTP/1.1\r\nHost: pets`,
];

async function send(service: ServiceProcess, head: string): Promise<string> {
  const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
  socket.end(`${head}\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

function filesUnder(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

it('never writes a key to its log, its responses or its files, and prints it only once', async () => {
  const place = { DATA_DIR: directory };
  const service = await startService(place, { LOG_LEVEL: 'debug' });
  const issued = await petstore(place, 'keys', 'issue', 'a secret');
  const key = issued.stdout.trim();
  const id = /issued (key_\w+) for/.exec(issued.stderr)![1]!;
  await new PetsClient(service.address, key).create({ name: 'Rex', categoryId: 1 });
  const answers: string[] = [];
  for (const head of requestsWithKey(key)) answers.push(await send(service, head));
  const rotated = await petstore(place, 'keys', 'rotate', id, '--by', 'the night shift');
  const next = rotated.stdout.trim();
  await new PetsClient(service.address, next).all();
  const printed = [issued.stderr, rotated.stderr];
  for (const command of [['list'], ['list', '--json'], ['log'], ['revoke', id], ['revoke', key], ['prune']]) {
    const { stdout, stderr } = await petstore(place, 'keys', ...command);
    printed.push(stdout, stderr);
  }
  expect(await service.end('SIGTERM')).toBe(0);

  const firstKey = readFileSync(join(directory, 'first-key'), 'utf8').trim();
  const secrets = [firstKey, key, next].map((secret) => secret.slice('pets_1234'.length, -'123456'.length));
  const places: [string, string][] = [
    ['its log', service.log.join('\n')],
    ['its answers', answers.join('\n')],
    ['the output of commands', printed.join('\n')],
    ...filesUnder(directory)
      .filter((file) => file !== join(directory, 'first-key'))
      .map((file): [string, string] => [file, readFileSync(file, 'latin1')]),
  ];
  const found = places.filter(([, content]) => secrets.some((secret) => content.includes(secret)));
  expect(found.map(([where]) => where)).toEqual([]);
  expect(places.some(([where, content]) => where.includes('pg_wal') && content.includes('the night shift'))).toBe(true);
});
