import faults from './faults.config.mjs';

/** `npm run test:cluster`. A row takes one to two minutes. */
export default { ...faults, testMatch: ['<rootDir>/src/cluster/*.fault.spec.ts'], testTimeout: 300_000 };
