import { execFileSync } from 'node:child_process';
import { cpuTimeOf, cpuTimeOfTree } from './cpu-time.ts';

const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('counts the CPU time of a process', () => {
  const before = cpuTimeOf(process.pid);
  const used = process.cpuUsage();
  while (process.cpuUsage(used).user < 50_000) Math.sqrt(2);
  expect(cpuTimeOf(process.pid)).toBeGreaterThan(before);
});

onLinux('counts the CPU time of exited children for the tree only', () => {
  const before = cpuTimeOfTree(process.pid) - cpuTimeOf(process.pid);
  execFileSync(process.execPath, ['-e', 'const s = process.cpuUsage(); while (process.cpuUsage(s).user < 50_000);']);
  expect(cpuTimeOfTree(process.pid) - cpuTimeOf(process.pid)).toBeGreaterThan(before);
});
