import { jestConfig } from '../../../jest.preset.mjs';

// The tests of this library start the application, and are in `apps/api/src/platform`.
export default { ...jestConfig(import.meta.dirname), passWithNoTests: true };
