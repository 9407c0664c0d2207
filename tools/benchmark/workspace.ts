import { resolve } from 'node:path';

/** The root of the workspace. The built version of this file is in `tools/dist/benchmark`. */
export const workspace = resolve(import.meta.dirname, '../../..');
