import { memoryOf, parentOf } from './proc.ts';

const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('knows parents', () => {
  expect(parentOf(process.pid)).toBe(process.ppid);
});

onLinux('knows the memory that a process holds, and the most that it held', () => {
  const held = memoryOf(process.pid, 'VmRSS');
  expect(held).toBeGreaterThan(1);
  expect(memoryOf(process.pid, 'VmHWM')).toBeGreaterThanOrEqual(held);
});
