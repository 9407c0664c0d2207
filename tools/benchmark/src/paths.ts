import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute paths. The built version of this file is in `dist/src`. */
export const tool = resolve(fileURLToPath(import.meta.url), '../../..');
export const workspace = resolve(tool, '../..');
export const builtPeers = resolve(tool, 'dist/peers');
export const goPeer = resolve(tool, 'peers/go/main.go');
export const wrkScript = resolve(tool, 'src/load/wrk.lua');
