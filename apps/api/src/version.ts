import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const manifest = resolve(dirname(fileURLToPath(import.meta.url)), '../package.json');

/** The release that runs. */
export const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
