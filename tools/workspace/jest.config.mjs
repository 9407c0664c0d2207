import { jestConfig } from '../../jest.preset.mjs';

const config = jestConfig(import.meta.dirname);
const [transform] = Object.values(config.transform);

// The specs of the generators import `.mjs` files. Nx runs these without a build, so they are not TypeScript.
export default { ...config, transform: { '\\.(?:ts|js|mjs)$': transform } };
