import { writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentFiles } from './docs/document-files.ts';

const folder = resolve(dirname(fileURLToPath(import.meta.url)), '..');

for (const [name, content] of Object.entries(await documentFiles())) {
  writeFileSync(resolve(folder, name), content);
  process.stdout.write(`wrote ${resolve(folder, name)}\n`);
}
