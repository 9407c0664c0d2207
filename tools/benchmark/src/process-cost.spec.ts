import { execFileSync } from 'node:child_process';
import { cpuOf, cpuOfFamily, memoryOf, parentOf } from './process-cost.ts';

const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('counts the CPU that a process uses', () => {
  const before = cpuOf(process.pid);
  const used = process.cpuUsage();
  while (process.cpuUsage(used).user < 50_000) Math.sqrt(2);
  expect(cpuOf(process.pid)).toBeGreaterThan(before);
});

onLinux('counts what children used that have ended, for the family alone', () => {
  const before = cpuOfFamily(process.pid) - cpuOf(process.pid);
  execFileSync(process.execPath, ['-e', 'const s = process.cpuUsage(); while (process.cpuUsage(s).user < 50_000);']);
  expect(cpuOfFamily(process.pid) - cpuOf(process.pid)).toBeGreaterThan(before);
});

onLinux('knows parents and memory', () => {
  expect(parentOf(process.pid)).toBe(process.ppid);
  const held = memoryOf(process.pid, 'VmRSS');
  expect(held).toBeGreaterThan(1);
  expect(memoryOf(process.pid, 'VmHWM')).toBeGreaterThanOrEqual(held);
});
