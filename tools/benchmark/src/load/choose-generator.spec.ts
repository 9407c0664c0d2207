import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseGenerator } from './choose-generator.ts';

const directory = mkdtempSync(join(tmpdir(), 'petstore-wrk-'));
const program = join(directory, 'wrk');

afterAll(() => rmSync(directory, { recursive: true }));

/** Creates a program that stands for wrk: it prints a version for `-v`, otherwise it runs the shell command. */
function createFakeWrk(command: string): void {
  const version = 'if [ "$1" = -v ]; then echo "wrk debian/4.1.0-3+b2 [epoll] Copyright (C) 2012"; exit 1; fi';
  writeFileSync(program, `#!/bin/sh\n${version}\n${command}\n`);
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

it('chooseGenerator chooses wrk if it is installed, and names its version', () => {
  createFakeWrk('');
  expect(chooseGenerator(program).name).toBe('wrk 4.1.0-3+b2');
});

it('chooseGenerator chooses autocannon if wrk is not installed, and says why', () => {
  expect(chooseGenerator(join(directory, 'none')).name).toBe(
    'autocannon, because wrk is not installed (Debian package `wrk`)',
  );
});

it('the wrk generator passes the requests to wrk, and calls the observer before and after the run', async () => {
  createFakeWrk(`cd ${directory}; echo "$@" > arguments; cat > requests; echo '${result}'`);
  const moments: string[] = [];
  const window = await chooseGenerator(program).run(load, (moment) => moments.push(moment));
  expect(window).toEqual({ milliseconds: 3_000, responses: 6, p50: 1, p99: 2, longest: 3 });
  expect(moments).toEqual(['opens', 'closes']);
  const args = readFileSync(join(directory, 'arguments'), 'utf8').trim();
  expect(args).toMatch(/^-t 1 -c 64 -d 3 --timeout 10 -s .*wrk\.lua http:\/\/127\.0\.0\.1:1$/);
  const lines = readFileSync(join(directory, 'requests'), 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(6_400);
  expect(new Set(lines)).toEqual(new Set(['POST\t/v1/pets\tBearer key\t{"name":"Zoë"}']));
});

it('the wrk generator throws the error message of wrk', async () => {
  createFakeWrk('echo "unable to connect" >&2; exit 1');
  await expect(chooseGenerator(program).run(load, () => undefined)).rejects.toThrow('wrk failed: unable to connect');
});
