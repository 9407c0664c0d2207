import { Readable } from 'node:stream';
import { PetStatus, type NewPet, type PetSnapshot } from '@petstore/pets-domain';
import fc from 'fast-check';
import { escapeFormulas } from './formula-escape.ts';
import { InvalidRows } from './invalid-rows.ts';
import { exportColumns, petsToCsv, readCsv, readNewPets, toCsv } from './pet-csv.ts';

const rowsOf = (content: string | Buffer) => readCsv('pets.csv', Readable.from([Buffer.from(content)]));

/** Returns the animals that `import` would create from a file. */
async function importOf(content: string | Buffer, unnamed?: string): Promise<NewPet[]> {
  const newPets: NewPet[] = [];
  for await (const newPet of readNewPets(rowsOf(content), new InvalidRows(undefined), unnamed)) newPets.push(newPet);
  return newPets;
}

const namesIn = async (content: string | Buffer, unnamed?: string) =>
  (await importOf(content, unnamed)).map(({ name }) => name.text);

describe('a file to import', () => {
  it.each<[string, string, string[]]>([
    ['LF', 'name,categoryId\nRex,1\nTom,2', ['Rex', 'Tom']],
    ['CRLF and a byte-order mark', '\ufeffname,categoryId\r\nRex,1\r\nTom,2\r\n', ['Rex', 'Tom']],
    ['empty lines and other columns in any order', 'note,categoryId, name \n\nx,1,Rex\n\n,2,Tom\n', ['Rex', 'Tom']],
    [
      'quoted delimiters, quotes and line ends',
      'name,categoryId\n"a, ""b""\r\nc",1\nd "e",2\n',
      ['a, "b"\r\nc', 'd "e"'],
    ],
  ])('may have %s', async (_, content, names) => {
    expect(await namesIn(content)).toEqual(names);
  });

  it('may leave the status empty, and the name if there is a name for unnamed animals', async () => {
    const [pet] = await importOf('name,categoryId,status\n,1,\n', 'Nameless');
    expect([pet!.name.text, pet!.status]).toEqual(['Nameless', 'available']);
    await expect(importOf('name,categoryId\n,1\n')).rejects.toThrow('row 2: name must be');
  });

  it.each<[string, string | Buffer, string]>([
    ['is empty', '', 'the file is empty'],
    [
      'lacks a column',
      'name,status\nRex,sold\n',
      'the header must name the columns name and categoryId; it lacks categoryId',
    ],
    ['is not UTF-8', Buffer.from('name,categoryId\nZo\xeb,1\n', 'latin1'), 'pets.csv is not UTF-8'],
    ['ends inside quotation marks', 'name,categoryId\n"Rex,1\n', 'pets.csv is not valid CSV: Quote Not Closed'],
    [
      'has a row of more than a mebibyte',
      `name,categoryId\n"${'Rex,1\n'.repeat(200_000)}`,
      'pets.csv is not valid CSV: Max Record',
    ],
  ])('is refused if it %s', async (_, content, reason) => {
    await expect(importOf(content)).rejects.toThrow(reason);
  });

  it('is refused with the first 20 invalid rows, as a spreadsheet counts them, and the number of the others', async () => {
    const valid = '"two\nlines",1\n\n';
    const content = `name,categoryId,status\n${valid.replace(',1', ',1,')}Rex,1.5,adopted\nTom\n${'Kit,x,sold\n'.repeat(30)}`;
    const { message } = (await importOf(content).catch((error: unknown) => error)) as Error;
    const [first, ...reasons] = message.split('\n');
    expect(first).toBe('nothing was imported, because 32 rows are invalid; --skip-invalid imports the others:');
    expect(reasons).toHaveLength(21);
    expect(reasons[0]).toMatch(/^row 4: categoryId must be .*; status must be /);
    expect(reasons[1]).toBe('row 5: the row has 1 columns, the header 3');
    expect(reasons.slice(-2)).toEqual([expect.stringMatching(/^row 23: categoryId/), 'and 12 more']);
  });
});

const part = fc.constantFrom(...'=+-@\'\t\r\n;,|"＝ x', "''", '\r\n', '\ufeff', '-1');
const name = fc
  .tuple(fc.array(part), fc.string({ unit: 'grapheme' }), fc.array(part))
  .map(([start, middle, end]) => start.join('') + middle + end.join(''))
  .filter((text) => /\S/.test(text) && !text.includes('\0') && [...text].length <= 255);
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
const pet = fc.record({ id: int64, name, categoryId: int64, status: fc.constantFrom(...PetStatus.values) });

describe('an export', () => {
  it('is read by import: every name, category and status is equal', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(pet, { maxLength: 20 }), async (pets: PetSnapshot[]) => {
        const imported = await importOf(toCsv([exportColumns]) + petsToCsv(pets));
        const expected = pets.map((each) => JSON.stringify([each.name, each.categoryId, each.status]));
        expect(imported.map(({ canonical }) => canonical)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('has the plain names of the members as its header, and each member of a pet', () => {
    const exported: PetSnapshot = { id: '1', name: 'Rex', categoryId: '-7', status: 'sold' };
    expect(toCsv([exportColumns]) + petsToCsv([exported])).toBe('id,name,categoryId,status\n1,Rex,-7,sold\n');
    expect(Object.keys(exported)).toEqual(exportColumns);
    expect(petsToCsv([{ ...exported, name: 'Rex\rTom' }])).toBe('1,"Rex\rTom",-7,sold\n');
  });
});

describe('a formula', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+cmd', "'+cmd"],
    ['-5', "'-5"],
    ['@cmd', "'@cmd"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['＝1', "'＝1"],
    ["'=1", "''=1"],
    ["''=1", "'''=1"],
    ['Rex;=cmd|@x', "Rex;'=cmd|'@x"],
    ['a,+b\t-c\n=d\r\n@e', "a,'+b\t'-c\n'=d\r\n'@e"],
    ["O'Malley", "O'Malley"],
    ["'tis", "'tis"],
    ['a=b - c', 'a=b - c'],
  ])('%j is escaped as %j', (text, escaped) => {
    expect(escapeFormulas(text)).toBe(escaped);
  });

  it('begins no cell, also where a spreadsheet splits a text at another separator', () => {
    fc.assert(
      fc.property(name, (text) => {
        const cells = escapeFormulas(text).split(/[;,|\n]|(?<=[\t\r])/);
        expect(cells.filter((cell) => /^[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
      }),
    );
  });
});
