import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { isPaused, memoryOf, parentOf } from './proc.ts';

const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('returns the parent of a process', () => {
  expect(parentOf(process.pid)).toBe(process.ppid);
});

onLinux('returns the current and the peak memory of a process', () => {
  const current = memoryOf(process.pid, 'VmRSS');
  expect(current).toBeGreaterThan(1);
  expect(memoryOf(process.pid, 'VmHWM')).toBeGreaterThanOrEqual(current);
});

it('isPaused reports whether a process is stopped by SIGSTOP', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  expect(isPaused(child.pid!)).toBe(false);
  child.kill('SIGSTOP');
  while (!isPaused(child.pid!)) await setImmediate();
  child.kill('SIGCONT');
  while (isPaused(child.pid!)) await setImmediate();
  child.kill('SIGKILL');
  await once(child, 'close');
});
