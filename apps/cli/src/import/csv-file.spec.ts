import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '@petstore/settings';
import { CsvFile } from './csv-file.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-csv-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

async function rowsOf(content: string | Buffer): Promise<[line: number, ...cells: string[]][]> {
  const path = join(folder, 'file.csv');
  writeFileSync(path, content);
  const rows: [number, ...string[]][] = [];
  for await (const { line, cells } of (await CsvFile.open(path)).rows()) rows.push([line, ...cells]);
  return rows;
}

it.each([
  ['one after another', 'a,b\n1,2\n3,4\n', [1, 2, 3]],
  ['without an end to the last', 'a\n1\n2', [1, 2, 3]],
  ['ended as on Windows', 'a\r\n1\r\n2\r\n', [1, 2, 3]],
  ['with empty lines between', 'a\n\n1\n\n\n2\n', [1, 3, 6]],
  ['over several lines', 'a\n"x\ny\nz"\n2\n', [1, 2, 5]],
  ['over several lines as on Windows', 'a\r\n"x\r\ny"\r\n2\r\n', [1, 2, 4]],
  ['that begin with an empty line in quotes', 'a\n"\ny"\n2\n', [1, 2, 4]],
])('numbers rows %s by their first line', async (_, content, lines) => {
  expect((await rowsOf(content)).map(([line]) => line)).toEqual(lines);
});

it('hands cells over byte for byte', async () => {
  const [, row] = await rowsOf(Buffer.from([...Buffer.from('a,b\n'), 0xc3, 0xab, 0x2c, 0xff, 0x0a]));
  expect(row).toEqual([2, '\xc3\xab', '\xff']);
});

it('reads quotation marks as they are meant', async () => {
  expect(await rowsOf('a\n"say ""hi"", you"\nRex "the dog"\n')).toEqual([
    [1, 'a'],
    [2, 'say "hi", you'],
    [3, 'Rex "the dog"'],
  ]);
});

it('passes over the byte-order mark', async () => {
  expect(await rowsOf('\ufeffa\n1\n')).toEqual([
    [1, 'a'],
    [2, '1'],
  ]);
});

it('can be closed before its rows are read, and after', async () => {
  const path = join(folder, 'file.csv');
  writeFileSync(path, 'a\n1\n');
  const isOpen = () => readdirSync('/proc/self/fd').some((fd) => linkOf(fd) === path);
  const unread = await CsvFile.open(path);
  expect(isOpen()).toBe(true);
  await unread.close();
  expect(isOpen()).toBe(false);
  const read = await CsvFile.open(path);
  for await (const { cells } of read.rows()) expect(cells).toHaveLength(1);
  await read.close();
  expect(isOpen()).toBe(false);
});

function linkOf(fd: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return undefined;
  }
}

it('says what is wrong with a file that is no CSV, or not there', async () => {
  await expect(rowsOf('a\n"never closed\n')).rejects.toThrow(OperatorError);
  await expect(CsvFile.open(join(folder, 'none.csv'))).rejects.toThrow(/none\.csv cannot be read: ENOENT/);
});
