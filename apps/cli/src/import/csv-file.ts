import { once } from 'node:events';
import type { Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { OperatorError } from '@petstore/settings';
import { CsvError, parse, type Info } from 'csv-parse';

/** A row of the file. Each character of a cell is one byte, because the cells are not decoded yet. */
export interface CsvRow {
  /** Number of the first line of the row. The first line of the file has the number 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Offset of the end of the row in the file, in bytes. */
  readonly endOffset: number;
}

/** A row as csv-parse returns it with the options `info` and `raw`. */
interface ParsedRow {
  readonly record: string[];
  readonly raw: string;
  readonly info: Info;
}

/** Maximum length of a row, in bytes. If a quotation mark is not closed, the parser reports an error at this length. */
const maxRowBytes = 1_048_576;
/** The UTF-8 byte-order mark, one character per byte. */
const byteOrderMark = '\xef\xbb\xbf';

/** A CSV file that is read as a stream. */
export class CsvFile {
  private constructor(
    readonly path: string,
    private readonly handle: FileHandle,
    private readonly stats: Stats,
  ) {}

  /** Size of the file, in bytes. */
  get size(): number {
    return this.stats.size;
  }

  /** Returns whether the status of another path belongs to this file. Links give a file several paths. */
  isSameAs({ dev, ino }: Stats): boolean {
    return dev === this.stats.dev && ino === this.stats.ino;
  }

  /** @throws OperatorError if the file cannot be read, or is a folder */
  static async open(path: string): Promise<CsvFile> {
    let handle: FileHandle | undefined;
    try {
      handle = await open(path);
      const stats = await handle.stat();
      if (stats.isDirectory()) throw new Error('it is a folder');
      return new CsvFile(path, handle, stats);
    } catch (error) {
      await handle?.close();
      throw new OperatorError(`${path} cannot be read: ${(error as Error).message}`);
    }
  }

  /** Closes the file. Must be called even if the rows were not read. */
  close(): Promise<void> {
    return this.handle.close();
  }

  /**
   * Yields the rows, the header first.
   * @throws OperatorError if the file is not valid CSV
   */
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
    /** Number of CRLF inside quotation marks so far. */
    let quotedCrlfCount = 0;
    const source = this.handle.createReadStream();
    source.on('error', (error) => parser.destroy(error));
    try {
      for await (const { record, raw, info } of source.pipe(parser) as AsyncIterable<ParsedRow>) {
        const cells = info.records === 1 ? stripByteOrderMark(record) : record;
        // `info.lines` is the number of the last line of the row, and counts a CRLF inside quotation marks as two lines.
        // `raw` may include the line ends around the row.
        const text = raw.replace(/^[\r\n]+|[\r\n]+$/g, '');
        const line = info.lines - quotedCrlfCount - (text.match(/[\r\n]/g)?.length ?? 0);
        quotedCrlfCount += text.match(/\r\n/g)?.length ?? 0;
        yield { line, cells, endOffset: info.bytes };
      }
    } catch (error) {
      if (error instanceof CsvError) throw new OperatorError(`${this.path} is not valid CSV: ${error.message}`);
      throw error;
    } finally {
      source.destroy();
      // Waits, because the stream may otherwise still be closing the file after `close` has resolved.
      if (!source.closed) await once(source, 'close');
    }
  }
}

function stripByteOrderMark([first = '', ...others]: string[]): string[] {
  return [first.startsWith(byteOrderMark) ? first.slice(byteOrderMark.length) : first, ...others];
}
