import { jestConfig } from '../../jest.preset.mjs';

export default {
  ...jestConfig(import.meta.dirname, { processes: true }),
  testMatch: ['<rootDir>/src/*.e2e.spec.ts'],
  globalSetup: '<rootDir>/src/support/set-up.ts',
};
