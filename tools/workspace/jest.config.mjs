import { jestConfig } from '../../jest.preset.mjs';

const config = jestConfig(import.meta.dirname);
const [[, transform]] = Object.entries(config.transform);

// The specs import .mjs files: ESLint loads the boundaries, and Nx the generators, without a build.
export default { ...config, transform: { '^.+\\.(?:[jt]s|mjs)$': transform } };
