import { once } from 'node:events';
import type { Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { OperatorError } from '@petstore/settings';
import { CsvError, parse, type Info } from 'csv-parse';

/** A row of the file. Each character of a cell is one byte, because the cells are not decoded yet. */
export interface CsvRow {
  /** Number of the row's first line, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Position of the end of the row in the file, in bytes. */
  readonly endOffset: number;
}

interface ParsedRow {
  readonly record: string[];
  readonly raw: string;
  readonly info: Info;
}

/** A longer row means that a quotation mark was not closed. */
const maxRowBytes = 1_048_576;
const byteOrderMark = '\xef\xbb\xbf';

/** A CSV file that is read as a stream. */
export class CsvFile {
  private constructor(
    readonly path: string,
    private readonly handle: FileHandle,
    private readonly stats: Stats,
  ) {}

  /** In bytes. */
  get size(): number {
    return this.stats.size;
  }

  /** Whether the other file is this file, also under another name. */
  isSameAs({ dev, ino }: Stats): boolean {
    return dev === this.stats.dev && ino === this.stats.ino;
  }

  /** @throws OperatorError when the file cannot be read */
  static async open(path: string): Promise<CsvFile> {
    let handle: FileHandle | undefined;
    try {
      handle = await open(path);
      const found = await handle.stat();
      if (found.isDirectory()) throw new Error('it is a folder');
      return new CsvFile(path, handle, found);
    } catch (error) {
      await handle?.close();
      throw new OperatorError(`${path} cannot be read: ${(error as Error).message}`);
    }
  }

  /** Must also be called when the rows were not read. */
  close(): Promise<void> {
    return this.handle.close();
  }

  /** Yields the rows, the header first. @throws OperatorError when the file is not valid CSV */
  async *rows(): AsyncGenerator<CsvRow> {
    const parser = parse({
      encoding: 'latin1',
      info: true,
      raw: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: maxRowBytes,
    });
    let countedTwice = 0;
    const source = this.handle.createReadStream();
    source.on('error', (error) => parser.destroy(error));
    try {
      for await (const { record, raw, info } of source.pipe(parser) as AsyncIterable<ParsedRow>) {
        const cells = info.records === 1 ? stripByteOrderMark(record) : record;
        // The parser returns the last line of the row, and counts CRLF inside quotation marks as two lines.
        const text = raw.replace(/^[\r\n]+|[\r\n]+$/g, '');
        const line = info.lines - countedTwice - (text.match(/[\r\n]/g)?.length ?? 0);
        countedTwice += text.match(/\r\n/g)?.length ?? 0;
        yield { line, cells, endOffset: info.bytes };
      }
    } catch (error) {
      if (error instanceof CsvError) throw new OperatorError(`${this.path} is not valid CSV: ${error.message}`);
      throw error;
    } finally {
      source.destroy();
      // Otherwise the stream may still be closing the file when `close` resolves.
      if (!source.closed) await once(source, 'close');
    }
  }
}

function stripByteOrderMark([first = '', ...others]: string[]): string[] {
  return [first.startsWith(byteOrderMark) ? first.slice(byteOrderMark.length) : first, ...others];
}
