import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { committedDocument, committedDocuments } from './openapi.ts';

for (const [name, setting] of Object.entries(committedDocuments)) {
  const file = fileURLToPath(new URL(`../${name}`, import.meta.url));
  writeFileSync(file, await committedDocument(setting));
  process.stdout.write(`wrote ${file}\n`);
}
