import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { petstore, type ServiceProcess } from '@petstore/processes';
import { createTestDirectory } from './testing/create-test-directory.ts';
import { PetsClient } from './testing/pets-client.ts';
import { startService } from './testing/start-service.ts';

const directory = join(createTestDirectory(), 'data');

/** Requests that contain the key in each part of a request head. */
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

it('a key is never written to the log, to responses or to files, and is printed only once', async () => {
  const location = { DATA_DIR: directory };
  const service = await startService(location, { LOG_LEVEL: 'debug' });
  const issued = await petstore(location, 'keys', 'issue', 'a secret');
  const key = issued.stdout.trim();
  const id = /issued (key_\w+) for/.exec(issued.stderr)![1]!;
  await new PetsClient(service.address, key).create({ name: 'Rex', categoryId: 1 });
  const responses: string[] = [];
  for (const head of requestsWithKey(key)) responses.push(await send(service, head));
  const rotated = await petstore(location, 'keys', 'rotate', id, '--by', 'the night shift');
  const next = rotated.stdout.trim();
  await new PetsClient(service.address, next).all();
  const printed = [issued.stderr, rotated.stderr];
  for (const command of [['list'], ['list', '--json'], ['log'], ['revoke', id], ['revoke', key], ['prune']]) {
    const { stdout, stderr } = await petstore(location, 'keys', ...command);
    printed.push(stdout, stderr);
  }
  expect(await service.end('SIGTERM')).toBe(0);

  const firstKey = readFileSync(join(directory, 'first-key'), 'utf8').trim();
  // Compares the middle of each key, because lists show its first characters.
  const secrets = [firstKey, key, next].map((secret) => secret.slice('pets_1234'.length, -'123456'.length));
  const outputs: [string, string][] = [
    ['the log', service.log.join('\n')],
    ['the responses', responses.join('\n')],
    ['the output of commands', printed.join('\n')],
    ...filesUnder(directory)
      .filter((file) => file !== join(directory, 'first-key'))
      .map((file): [string, string] => [file, readFileSync(file, 'latin1')]),
  ];
  const found = outputs.filter(([, content]) => secrets.some((secret) => content.includes(secret)));
  expect(found.map(([name]) => name)).toEqual([]);
  // Text of the write-ahead log is readable, so the search would find a key in it.
  expect(outputs.some(([name, content]) => name.includes('pg_wal') && content.includes('the night shift'))).toBe(true);
});
