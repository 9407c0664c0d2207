import { resolve } from 'node:path';

/** The root of the workspace. The built version of this file is in `tools/benchmark/dist/src`. */
export const workspace = resolve(import.meta.dirname, '../../../..');
