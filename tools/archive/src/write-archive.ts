import { Buffer } from 'node:buffer';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
// @ts-expect-error The package has no types.
import untypedTar from 'tar-stream';
import type { ArchiveFile } from './archive-file.ts';

interface Pack extends AsyncIterable<Buffer> {
  entry(header: { name: string; mode: number; mtime: Date; uid: number; gid: number }, content: Buffer): void;
  finalize(): void;
}

const { pack } = untypedTar as { pack: () => Pack };

/** The time of every file, as in the tarballs of npm, so that the same files give the same bytes. */
const modified = new Date('1985-10-26T08:15:00Z');

/**
 * Writes a compressed tar archive. Its bytes depend only on the files and on the version of Node.
 * @param folder name of the folder that contains all files
 * @param output path of the archive
 * @returns the size in bytes
 */
export async function writeArchive(folder: string, files: readonly ArchiveFile[], output: string): Promise<number> {
  const tar = pack();
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const { path, content, isExecutable } of sorted) {
    const mode = isExecutable ? 0o755 : 0o644;
    tar.entry({ name: `${folder}/${path}`, mode, mtime: modified, uid: 0, gid: 0 }, Buffer.from(content));
  }
  tar.finalize();
  const compressed = gzipSync(await buffer(tar), { level: 9 });
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(output, compressed);
  return compressed.length;
}
