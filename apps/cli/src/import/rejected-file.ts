import { createWriteStream, type WriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { CsvRow } from './csv-file.ts';

/** The rows that did not go in, as CSV: line, reason, then the row byte for byte. Made only when there are some. */
export class RejectedFile {
  count = 0;
  private header: readonly string[] = [];
  private stream: WriteStream | undefined;

  constructor(readonly path: string) {}

  private get draft(): string {
    return `${this.path}.part`;
  }

  setHeader(cells: readonly string[]): void {
    this.header = cells;
  }

  async add({ line, cells }: CsvRow, reason: string): Promise<void> {
    if (!this.stream) {
      this.stream = createWriteStream(this.draft, { encoding: 'latin1' });
      await once(this.stream, 'open');
      this.stream.write(csvLine(['line', 'reason', ...this.header]));
    }
    this.count += 1;
    const reasonBytes = Buffer.from(reason).toString('latin1');
    if (!this.stream.write(csvLine([String(line), reasonBytes, ...cells]))) await once(this.stream, 'drain');
  }

  /** The import has succeeded: the file takes its name. */
  async keep(): Promise<void> {
    if (!this.stream) return;
    await this.close(this.stream);
    await rename(this.draft, this.path);
  }

  /** The import has failed, and leaves nothing behind. */
  async discard(): Promise<void> {
    if (!this.stream) return;
    await this.close(this.stream).catch(() => undefined);
    await rm(this.draft, { force: true });
  }

  private async close(stream: WriteStream): Promise<void> {
    stream.end();
    await finished(stream);
  }
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`;
}
