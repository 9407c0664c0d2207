import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '@petstore/settings';
import { CsvFile } from './csv-file.ts';

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'petstore-csv-'));
});

afterAll(() => rmSync(directory, { recursive: true }));

/** Writes the content to a file, and returns the rows that CsvFile reads. */
async function rowsOf(content: string | Buffer): Promise<[line: number, ...cells: string[]][]> {
  const path = join(directory, 'file.csv');
  writeFileSync(path, content);
  const rows: [number, ...string[]][] = [];
  for await (const { line, cells } of (await CsvFile.open(path)).rows()) rows.push([line, ...cells]);
  return rows;
}

it.each([
  ['of one line each', 'a,b\n1,2\n3,4\n', [1, 2, 3]],
  ['without a line end after the last row', 'a\n1\n2', [1, 2, 3]],
  ['with CRLF', 'a\r\n1\r\n2\r\n', [1, 2, 3]],
  ['with empty lines between them', 'a\n\n1\n\n\n2\n', [1, 3, 6]],
  ['of several lines', 'a\n"x\ny\nz"\n2\n', [1, 2, 5]],
  ['of several lines with CRLF', 'a\r\n"x\r\ny"\r\n2\r\n', [1, 2, 4]],
  ['that start with an empty line in quotation marks', 'a\n"\ny"\n2\n', [1, 2, 4]],
])('CsvFile numbers rows %s by their first line', async (_, content, lines) => {
  expect((await rowsOf(content)).map(([line]) => line)).toEqual(lines);
});

it('CsvFile returns one character per byte', async () => {
  const [, row] = await rowsOf(Buffer.from([...Buffer.from('a,b\n'), 0xc3, 0xab, 0x2c, 0xff, 0x0a]));
  expect(row).toEqual([2, '\xc3\xab', '\xff']);
});

it('CsvFile parses quotation marks', async () => {
  expect(await rowsOf('a\n"say ""hi"", you"\nRex "the dog"\n')).toEqual([
    [1, 'a'],
    [2, 'say "hi", you'],
    [3, 'Rex "the dog"'],
  ]);
});

it('CsvFile skips the byte-order mark', async () => {
  expect(await rowsOf('\ufeffa\n1\n')).toEqual([
    [1, 'a'],
    [2, '1'],
  ]);
});

it('CsvFile can be closed before and after its rows are read', async () => {
  const path = join(directory, 'file.csv');
  writeFileSync(path, 'a\n1\n');
  const isOpen = () => readdirSync('/proc/self/fd').some((fd) => linkOf(fd) === path);
  const unread = await CsvFile.open(path);
  expect(isOpen()).toBe(true);
  await unread.close();
  expect(isOpen()).toBe(false);
  const read = await CsvFile.open(path);
  for await (const { cells } of read.rows()) expect(cells).toHaveLength(1);
  await read.close();
  // The end of the stream closes the file in the thread pool, and `close` does not wait for it.
  while (isOpen()) await new Promise(setImmediate);
});

/** Returns the path of an open file descriptor, or undefined if it was closed meanwhile. */
function linkOf(fd: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return undefined;
  }
}

it('CsvFile throws OperatorError for a file that is not CSV or does not exist', async () => {
  await expect(rowsOf('a\n"never closed\n')).rejects.toThrow(OperatorError);
  await expect(CsvFile.open(join(directory, 'none.csv'))).rejects.toThrow(/none\.csv cannot be read: ENOENT/);
});
