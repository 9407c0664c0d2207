import { execFileSync } from 'node:child_process';
import { cpuOf, cpuOfFamily } from './process-cost.ts';

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
