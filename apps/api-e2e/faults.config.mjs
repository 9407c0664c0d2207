import { jestConfig } from '../../jest.preset.mjs';

/**
 * `SCALE` multiplies the numbers of rounds. `SUCCESSES` is the number of successful responses between two kills. `MINUTES` is the duration
 * of the soak test; without it, the soak test takes seconds.
 */
const { SCALE = '1', SUCCESSES = '300', MINUTES = '0' } = process.env;

export default {
  ...jestConfig(import.meta.dirname),
  testMatch: ['<rootDir>/src/faults/*.fault.spec.ts'],
  reporters: ['<rootDir>/src/support/fault-reporter.mjs'],
  globals: { faultTests: { scale: Number(SCALE), successes: Number(SUCCESSES), minutes: Number(MINUTES) } },
  // One file after another, each in a new process.
  maxWorkers: 1,
  workerIdleMemoryLimit: '1KB',
  // The tests write their lines of the table to the console.
  verbose: false,
  // The longest test, with kills every 5 s, takes 12 minutes.
  testTimeout: 900_000 + Number(MINUTES) * 60_000,
};
