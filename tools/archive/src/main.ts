import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { archiveFiles } from './archive-files.ts';
import { writeArchive } from './write-archive.ts';

const root = resolve(import.meta.dirname, '../../..');

const { values } = parseArgs({ options: { output: { type: 'string', default: join(root, 'dist') } } });
const { folder, files } = await archiveFiles(root);
const output = join(resolve(values.output), `${folder}.tgz`);
const size = await writeArchive(folder, files, output);
process.stdout.write(`${output}: ${(size / 1024 / 1024).toFixed(1)} MiB, ${files.length} files\n`);
