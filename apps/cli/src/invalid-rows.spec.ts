import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvalidRows } from './invalid-rows.ts';

const file = { path: 'pets.csv', header: ['name', 'categoryId'], groups: (async function* () {})() };
const row = { number: 2, cells: ['=1+1', 'x'] };

let directory: string;
let path: string;
let invalidRows: InvalidRows;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'petstore-import-'));
  path = join(directory, 'pets.rejected.csv');
  invalidRows = new InvalidRows(file, path, 0o600);
});

afterEach(() => rmSync(directory, { recursive: true }));

it('writes each row with its number and reason, and escapes formulas', async () => {
  await invalidRows.add(row, 'categoryId must be an integer');
  await invalidRows.add({ number: 4, cells: [''] }, 'the row has 1 columns, the header 2');
  await invalidRows.finish();
  await invalidRows.close(true);
  expect(readFileSync(path, 'utf8')).toBe(
    'row,reason,name,categoryId\n' +
      "2,categoryId must be an integer,'=1+1,x\n" +
      '4,"the row has 1 columns, the header 2",\n',
  );
});

it('deletes its file if nothing was imported, and creates none without an invalid row', async () => {
  await invalidRows.finish();
  expect(existsSync(path)).toBe(false);
  await invalidRows.add(row, 'reason');
  await invalidRows.close(false);
  expect(existsSync(path)).toBe(false);
});

it('replaces no file, because an operator may have corrected the rows of an earlier import in it', async () => {
  writeFileSync(path, 'corrected rows');
  await expect(invalidRows.add(row, 'reason')).rejects.toThrow(
    `cannot be written to ${path}: it exists, for example of an earlier import: move it away`,
  );
  await invalidRows.close(false);
  expect(readFileSync(path, 'utf8')).toBe('corrected rows');
});

it.each([
  ['0600', 0o600],
  ['0640', 0o640],
])('creates its file with the mode %s, although the umask lets all users read new files', async (_, mode) => {
  const before = process.umask(0o022);
  try {
    invalidRows = new InvalidRows(file, path, mode);
    await invalidRows.add(row, 'reason');
    await invalidRows.close(true);
    expect(statSync(path).mode & 0o777).toBe(mode);
  } finally {
    process.umask(before);
  }
});
