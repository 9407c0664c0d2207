import { writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openApiFiles } from './openapi-files.ts';

const folder = resolve(dirname(fileURLToPath(import.meta.url)), '..');

for (const [name, content] of Object.entries(await openApiFiles())) {
  writeFileSync(resolve(folder, name), content);
  process.stdout.write(`wrote ${resolve(folder, name)}\n`);
}
