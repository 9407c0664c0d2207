import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseGenerator } from './load-generator.ts';

const directory = mkdtempSync(join(tmpdir(), 'petstore-wrk-'));
const program = join(directory, 'wrk');

afterAll(() => rmSync(directory, { recursive: true }));

/** What the program does instead of applying load. */
function wrkThat(does: string): void {
  const version = 'if [ "$1" = -v ]; then echo "wrk debian/4.1.0-3+b2 [epoll] Copyright (C) 2012"; exit 1; fi';
  writeFileSync(program, `#!/bin/sh\n${version}\n${does}\n`);
  chmodSync(program, 0o755);
}

const load = {
  address: 'http://127.0.0.1:1',
  authorization: 'Bearer key',
  connections: 64,
  seconds: 3,
  draw: () => ({ method: 'POST', path: '/v1/pets', body: '{"name":"Zoë"}' }) as const,
};
const result = '{"duration":3000000,"requests":6,"p50":1000,"p99":2000,"longest":3000,"refused":0,"broken":0,"late":0}';

it('takes wrk where it is installed, and says which', () => {
  wrkThat('');
  expect(chooseGenerator(program).name).toBe('wrk 4.1.0-3+b2');
});

it('takes autocannon where there is no wrk, and says why', () => {
  expect(chooseGenerator(join(directory, 'none')).name).toBe('autocannon, for wrk is not installed (Debian: wrk)');
});

it('tells wrk what to ask, and reads the figures of others right before and after it', async () => {
  wrkThat(`cd ${directory}; echo "$@" > arguments; cat > requests; echo '${result}'`);
  const moments: string[] = [];
  const window = await chooseGenerator(program).apply(load, (moment) => moments.push(moment));
  expect(window).toEqual({ milliseconds: 3_000, answers: 6, p50: 1, p99: 2 });
  expect(moments).toEqual(['opens', 'closes']);
  const said = readFileSync(join(directory, 'arguments'), 'utf8').trim();
  expect(said).toMatch(/^-t 1 -c 64 -d 3 --timeout 10 -s .*wrk\.lua http:\/\/127\.0\.0\.1:1$/);
  const lines = readFileSync(join(directory, 'requests'), 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(6_400);
  expect(new Set(lines)).toEqual(new Set(['POST\t/v1/pets\tBearer key\t{"name":"Zoë"}']));
});

it('says what wrk said when it failed', async () => {
  wrkThat('echo "unable to connect" >&2; exit 1');
  await expect(chooseGenerator(program).apply(load, () => undefined)).rejects.toThrow('wrk failed: unable to connect');
});
