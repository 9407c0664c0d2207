import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Processes } from './processes.ts';

const forever = ['600'];

it('the end kills the processes in the folder, stops PostgreSQL, and removes the folder', async () => {
  const processes = new Processes();
  const data = join(processes.directory, 'data');
  mkdirSync(data);
  writeFileSync(join(data, 'PG_VERSION'), '18\n');
  const children = [processes.spawn('sleep', forever, {}), processes.spawn('sleep', forever, { cwd: data })];
  const exits = children.map((child) => once(child, 'exit'));
  children.forEach((child) => child.kill('SIGSTOP'));
  await processes.end();
  expect(await Promise.all(exits)).toEqual([
    [null, 'SIGKILL'],
    [null, 'SIGQUIT'],
  ]);
  expect(existsSync(processes.directory)).toBe(false);
  expect(() => processes.spawn('sleep', forever, {})).toThrow('the test has ended');
});

it('the guard kills the process of the test after the run was killed, and then removes the folder', async () => {
  const [test, run] = [spawn('sleep', forever), spawn('sleep', forever)];
  const directory = mkdtempSync(join(tmpdir(), 'petstore-'));
  const args = [join(import.meta.dirname, 'guard.mjs'), directory, String(test.pid), String(run.pid)];
  const guard = spawn(process.execPath, args, { stdio: ['pipe', 'inherit', 'inherit'] });
  const exits = [test, guard].map((child) => once(child, 'exit'));
  run.kill('SIGKILL');
  expect(await exits[0]).toEqual([null, 'SIGKILL']);
  // The system closes the input of the guard when the process of the test ends.
  guard.stdin.end();
  expect(await exits[1]).toEqual([0, null]);
  expect(existsSync(directory)).toBe(false);
});
