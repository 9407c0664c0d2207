import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { archiveContents } from './archive-files.ts';
import { billOfMaterials } from './bill-of-materials.ts';
import { writeArchive } from './write-archive.ts';

const root = resolve(import.meta.dirname, '../../..');

const { values } = parseArgs({ options: { output: { type: 'string', default: join(root, 'dist') } } });
const { folder, manifest, files, packages } = await archiveContents(root);
const output = join(resolve(values.output), `${folder}.tgz`);
const size = await writeArchive(folder, files, output);
const sha256 = createHash('sha256').update(readFileSync(output)).digest('hex');
const bill = `${JSON.stringify(billOfMaterials(manifest, packages, sha256), undefined, 2)}\n`;
writeFileSync(output.replace(/tgz$/, 'cdx.json'), bill);
process.stdout.write(`${output}: ${(size / 1024 / 1024).toFixed(1)} MiB, ${files.length} files\n`);
