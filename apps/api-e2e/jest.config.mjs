import { jestConfig } from '../../jest.preset.mjs';

export default {
  ...jestConfig(import.meta.dirname, { database: true, processes: true }),
  testMatch: ['<rootDir>/src/*.e2e.spec.ts'],
};
