import { once } from 'node:events';
import type { Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { OperatorError } from '@petstore/settings';
import { CsvError, parse, type Info } from 'csv-parse';

/** A row as it stands in the file; its cells are bytes, one character each, because nobody has decoded them yet. */
export interface CsvRow {
  /** Number of the row's first line in the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** How far into the file the row ends. */
  readonly bytes: number;
}

/** Longer rows are a quotation mark that was never closed. */
const longestRow = 1_048_576;
const byteOrderMark = '\xef\xbb\xbf';

/** A CSV file, read as a stream. */
export class CsvFile {
  private constructor(
    readonly path: string,
    private readonly handle: FileHandle,
    private readonly found: Stats,
  ) {}

  /** Bytes. */
  get size(): number {
    return this.found.size;
  }

  /** Whether the other is this file, under whatever name. */
  isSameAs({ dev, ino }: Stats): boolean {
    return dev === this.found.dev && ino === this.found.ino;
  }

  /** @throws OperatorError when there is no such file */
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

  /** To be called also when the rows were never read. */
  close(): Promise<void> {
    return this.handle.close();
  }

  /** The rows, the header first. @throws OperatorError where the file is no CSV */
  async *rows(): AsyncGenerator<CsvRow> {
    const parser = parse({
      encoding: 'latin1',
      info: true,
      raw: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: longestRow,
    });
    const lines = new LineNumbers();
    const source = this.handle.createReadStream();
    source.on('error', (error) => parser.destroy(error));
    try {
      for await (const { record, raw, info } of source.pipe(parser) as AsyncIterable<{
        record: string[];
        raw: string;
        info: Info;
      }>) {
        const cells = info.records === 1 ? withoutByteOrderMark(record) : record;
        yield { line: lines.firstOf(raw, info.lines), cells, bytes: info.bytes };
      }
    } catch (error) {
      if (error instanceof CsvError) throw new OperatorError(`${this.path} is no CSV: ${error.message}`);
      throw error;
    } finally {
      source.destroy();
      // Otherwise the stream may still be closing the file when `close` resolves.
      if (!source.closed) await once(source, 'close');
    }
  }
}

/**
 * Which line of the file a row begins on. The parser counts up to the row's last line, and within quotation marks it
 * counts the end of a Windows line twice.
 */
class LineNumbers {
  private countedTwice = 0;

  firstOf(raw: string, lastLine: number): number {
    const within = raw.replace(/^[\r\n]+|[\r\n]+$/g, '');
    const first = lastLine - this.countedTwice - (within.match(/[\r\n]/g)?.length ?? 0);
    this.countedTwice += within.match(/\r\n/g)?.length ?? 0;
    return first;
  }
}

function withoutByteOrderMark([first = '', ...others]: string[]): string[] {
  return [first.startsWith(byteOrderMark) ? first.slice(byteOrderMark.length) : first, ...others];
}
