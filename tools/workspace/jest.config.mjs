import { jestConfig } from '../../jest.preset.mjs';

const config = jestConfig(import.meta.dirname);
const [[, transform]] = Object.entries(config.transform);

// The specs import the boundaries, which are .mjs files, because ESLint loads them without a build.
export default { ...config, transform: { '^.+\\.(?:[jt]s|mjs)$': transform } };
