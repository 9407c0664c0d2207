import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jestConfig } from '../../jest.preset.mjs';

/** npm packages that the combinations install. The reporter removes the folder. */
const packages = join(tmpdir(), `petstore-compatibility-${randomUUID()}`);

/** `npm run test:compatibility -- proxies` runs one topic. */
export default {
  ...jestConfig(import.meta.dirname, { database: true }),
  testMatch: ['<rootDir>/src/compatibility/*.compatibility.spec.ts'],
  reporters: [['<rootDir>/src/support/compatibility-reporter.mjs', { packages }]],
  globals: { packages },
  // One file after another, because some programs need much memory.
  maxWorkers: 1,
  // The reporter reads the lines that the combinations write to the console.
  verbose: false,
  // Milliseconds. A combination may download and start large programs.
  testTimeout: 900_000,
};
