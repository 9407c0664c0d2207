import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** From `dist/src`, where this runs once built. */
export const tool = resolve(fileURLToPath(import.meta.url), '../../..');
export const workspace = resolve(tool, '../..');
export const reports = resolve(workspace, 'docs/benchmarks');
export const service = resolve(workspace, 'apps/api/dist/main.js');
export const operatorsProgram = resolve(workspace, 'apps/cli/dist/main.js');
export const builtPeers = resolve(tool, 'dist/peers');
export const goPeer = resolve(tool, 'peers/go/main.go');
export const wrkScript = resolve(tool, 'src/load/wrk.lua');
