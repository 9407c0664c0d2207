import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpuTimeOf, cpuTimeOfMainThread, cpuTimeOfTree, cpuTimesOf } from './cpu-time.ts';

/** Microseconds of CPU time: five ticks of /proc/<pid>/stat. */
const cpuTime = 50_000;

const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('counts the CPU time of a process', () => {
  const before = cpuTimeOf(process.pid);
  useCpu();
  expect(cpuTimeOf(process.pid)).toBeGreaterThan(before);
});

onLinux('counts the CPU time of the main thread, which is part of the time of the process', () => {
  const before = cpuTimeOfMainThread(process.pid);
  useCpu();
  const after = cpuTimeOfMainThread(process.pid);
  expect(after).toBeGreaterThan(before);
  expect(after).toBeLessThanOrEqual(cpuTimeOf(process.pid));
});

onLinux('counts the CPU time of exited children for the tree only', () => {
  const before = cpuTimeOfTree(process.pid) - cpuTimeOf(process.pid);
  execFileSync(process.execPath, [
    '-e',
    `const s = process.cpuUsage(); while (process.cpuUsage(s).user < ${cpuTime});`,
  ]);
  expect(cpuTimeOfTree(process.pid) - cpuTimeOf(process.pid)).toBeGreaterThan(before);
});

onLinux('separates the time in the kernel from the time of the program', () => {
  const before = cpuTimesOf(process.pid);
  useCpu();
  const calculated = cpuTimesOf(process.pid);
  useKernel();
  const after = cpuTimesOf(process.pid);
  expect(calculated.user).toBeGreaterThan(before.user);
  expect(after.system).toBeGreaterThan(before.system);
});

function useKernel(): void {
  const used = process.cpuUsage();
  while (process.cpuUsage(used).system < cpuTime) readFileSync('/proc/self/stat');
}

function useCpu(): void {
  const used = process.cpuUsage();
  while (process.cpuUsage(used).user < cpuTime) Math.sqrt(2);
}
