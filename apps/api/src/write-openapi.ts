import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { committedDocument } from './committed-document.ts';

const file = fileURLToPath(new URL('../openapi.yaml', import.meta.url));
writeFileSync(file, await committedDocument());
process.stdout.write(`wrote ${file}\n`);
