import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { NewPet, Pet, PetId, PetStatus, type PetSnapshot } from '@petstore/pets-domain';
import { newPetSamples } from '@petstore/pets-domain/testing';
import fc from 'fast-check';
import { escapeFormulas, openCsv, toCsv, unescapeFormulas } from './csv.ts';
import { InvalidRows } from './invalid-rows.ts';
import { columnsOf, ownMapping } from './mapping.ts';
import { exportColumns } from './pet-columns.ts';
import { petsToCsv, petsToJsonLines, readNewPets } from './pet-csv.ts';

const fileOf = (...chunks: Buffer[]) => openCsv('pets.csv', Readable.from(chunks), columnsOf(ownMapping()));

async function all<T>(groups: AsyncIterable<readonly T[]>): Promise<T[]> {
  const collected: T[] = [];
  for await (const group of groups) collected.push(...group);
  return collected;
}

/** Returns the animals that `import` would create from a file. */
async function importOf(content: string | Buffer, unnamed?: string): Promise<NewPet[]> {
  const file = await fileOf(Buffer.from(content));
  const read = await all(readNewPets(file, new InvalidRows(file, undefined, 0o600), ownMapping(unnamed)));
  return read.map(({ newPet }) => newPet);
}

/** Cells that resemble a number. */
const notNumbers = [
  ..."1,234 1.234 1_000 7,0 7. .7 7.5 '7 +7 −7 7- (7) $7 ７ 2026-01-07 0x7 7n #7".split(' '),
  '1 234',
  '1\u00a0234',
];

/** Words for a missing name. */
const missingNames = 'NA na N/A n/a #N/A <NA> NaN #NA n.a. (null) ? --- nan NULL null \\N - -- – —'.split(' ');

const fromHex = (bytes: string) => Buffer.from(bytes, 'hex');

const saveAsCsv = 'open it in a spreadsheet program, and save it as CSV with commas, in UTF-8';

const namesIn = async (content: string | Buffer, unnamed?: string) =>
  (await importOf(content, unnamed)).map(({ name }) => name.text);

/** Returns the lines of the message that refuses a file. */
async function refusalOf(content: string): Promise<string[]> {
  const { message } = (await importOf(content).catch((error: unknown) => error)) as Error;
  return message.split('\n');
}

it('yields no empty group of rows, also if the first piece of a file has only its header', async () => {
  const header = `name,categoryId,note${' '.repeat(65_536)}\n`;
  const { groups } = await fileOf(Buffer.from(header), Buffer.from('Rex,1,\n'));
  const sizes: number[] = [];
  for await (const group of groups) sizes.push(group.length);
  expect(sizes).toEqual([1]);
});

describe('a file to import', () => {
  it.each<[string, string, string[]]>([
    ['LF', 'name,categoryId\nRex,1\nTom,2', ['Rex', 'Tom']],
    ['CRLF and a byte-order mark', '\ufeffname,categoryId\r\nRex,1\r\nTom,2\r\n', ['Rex', 'Tom']],
    ['CR', 'categoryId,name\r1,Rex\r2,Tom', ['Rex', 'Tom']],
    ['CRLF after a header with LF', 'categoryId,name\n1,Rex\r\n2,Tom\r\n', ['Rex', 'Tom']],
    ['LF after a header with CRLF', 'categoryId,name\r\n1,Rex\n2,Tom\n', ['Rex', 'Tom']],
    ['empty lines and other columns in any order', 'note,categoryId, name \n\nx,1,Rex\n\n,2,Tom\n', ['Rex', 'Tom']],
    ['capital letters in its header', 'NAME,CategoryID\nRex,1\n', ['Rex']],
    ['semicolons', 'name;categoryId\n"Rex, ""the dog""";1\n', ['Rex, "the dog"']],
    ['semicolons, and commas in its header', '"note, old";name;"categoryId"\nx;Rex;1\n', ['Rex']],
    ['commas, and semicolons in its header', 'name,categoryId,note;old\nRex,1,x\n', ['Rex']],
    ['tabs', '\ufeff\nname\tcategoryId\nRex\t1\n', ['Rex']],
    ['a line break in its header', '"note\n,",name,categoryId\nx,Rex,1\n', ['Rex']],
    [
      'quoted delimiters, quotes and line ends',
      'name,categoryId\n"a, ""b""\r\nc",1\n"d ""e""",2\n',
      ['a, "b"\r\nc', 'd "e"'],
    ],
  ])('may have %s', async (_, content, names) => {
    expect(await namesIn(content)).toEqual(names);
  });

  it.each([
    ['little-endian', (text: string) => Buffer.from(text, 'utf16le')],
    ['big-endian', (text: string) => Buffer.from(text, 'utf16le').swap16()],
  ])('may be in UTF-16 with a byte-order mark, %s', async (_, encode) => {
    expect(await namesIn(encode('\ufeffname\tcategoryId\r\nZoë 🐕\t1\r\n'))).toEqual(['Zoë 🐕']);
  });

  it('may leave the status empty, and the name if there is a name for unnamed animals', async () => {
    const [pet] = await importOf('name,categoryId,status\n,1,\n', 'Nameless');
    expect([pet!.name.text, pet!.status]).toEqual(['Nameless', 'available']);
    expect(await namesIn('name,categoryId\n \t,1\n Rex ,1\n', 'Nameless')).toEqual(['Nameless', ' Rex ']);
  });

  it('may have integers as the API and as programs write them that take every number as a fraction', async () => {
    const cells = ['7', '7.0', '-7.00', '0012', '-0', '-0.0', '9007199254740993.0', '-9223372036854775808.000'];
    const pets = await importOf(`name,categoryId\n${cells.map((cell) => `Rex,${cell}\n`).join('')}`);
    expect(pets.map(({ categoryId }) => categoryId.decimal)).toEqual(
      ['7', '7', '-7', '12', '0', '0', '9007199254740993', '-9223372036854775808'], // prettier-ignore
    );
  });

  it.each([...missingNames, "'-", ' NA '])(
    'may say by %j that an animal has no name, but only beside a name for such animals, or in an export',
    async (word) => {
      const rows = `"${word}",1,sold\nRex,2,sold\n`;
      expect(await namesIn(`name,categoryId,status\n${rows}`, 'Nameless')).toEqual(['Nameless', 'Rex']);
      expect(await refusalOf(`name,categoryId,status\n${rows}`)).toEqual([
        expect.stringContaining('1 row of pets.csv is invalid'),
        expect.stringMatching(/^row 2: name is a word for a missing one, .*: --unnamed <text> /),
      ]);
      const animal = Pet.create(new PetId('1'), NewPet.of(newPetSamples[0])).snapshot();
      const name = word.replace(/^'/, '');
      const [header, row] = [toCsv([exportColumns]), petsToCsv([{ ...animal, name }])];
      for (const exported of [header + row, `row,reason,${header}2,x,${row}`])
        expect(await namesIn(exported, 'Nameless')).toEqual([name]);
    },
  );

  it('may have names that only resemble a word for a missing name', async () => {
    const names = ['Na', 'Null', 'Nan', 'None', 'Nullie', 'N', '-Rex', 'Rex-', 'Unknown'];
    expect(await namesIn(`name,categoryId\n${names.map((name) => `${name},1\n`).join('')}`, 'Nameless')).toEqual(names);
  });

  it.each<[string, string | Buffer, string]>([
    ['has only empty lines', '\n\r\n\n', 'pets.csv is empty: it must begin with a header'],
    ['is empty', '', 'pets.csv is empty: it must begin with a header'],
    [
      'lacks a column',
      'name,status\nRex,sold\n',
      'the header of pets.csv must name the columns name and categoryId; it lacks categoryId. --suggest prints a mapping for a file with other columns',
    ],
    [
      'names a column twice',
      'name,categoryId,note,Name \nRex,1,,Tom\n',
      'the header of pets.csv must name the column name once',
    ],
    [
      'has vertical bars',
      'name|categoryId\n"Rex"|1\n',
      'the columns of pets.csv are separated by "|": save the file with commas',
    ],
    [
      'has a header that can be read with two separators',
      'name,categoryId,x;name;categoryId\n',
      'the header of pets.csv is ambiguous: its columns could be separated by "," or ";"',
    ],
    ['is UTF-16 and ends in a character', fromHex('fffe6e0061006d'), 'pets.csv is not UTF-8, nor UTF-16 with a byte'],
    ['has U+0000', 'name,categoryId,note\nRex,7,"x\nMax,8,"\0y\n', 'pets.csv contains U+0000: save it as UTF-8'],
    [
      'is an .xlsx, .ods or .numbers file',
      fromHex('504b030414000600'),
      `pets.csv is a ZIP archive, as files of the formats .xlsx, .ods and .numbers are: ${saveAsCsv}`,
    ],
    [
      'is an .xls file',
      fromHex('d0cf11e0a1b11ae10000'),
      `pets.csv is an Excel file (.xls, or any with a password): ${saveAsCsv}`,
    ],
    ['is a web page', '\ufeff\n<HTML><table><tr><td>name</td>', `pets.csv is XML or HTML: ${saveAsCsv}`],
    ['is XML of a spreadsheet', '<?xml version="1.0"?>\n<Workbook/>', `pets.csv is XML or HTML: ${saveAsCsv}`],
    ['is an array of JSON', '[\n  {\n    "id": 1 } ]', 'pets.csv is JSON: convert it to CSV'],
    ['is an object of JSON', '{"items":[]}', 'pets.csv is JSON: convert it to CSV'],
    ['is a PDF', '%PDF-1.7\n', 'pets.csv is a PDF: export the data as CSV'],
    ['is compressed with gzip', gzipSync('name,categoryId\nRex,1\n'), 'pets.csv is compressed: unpack it'],
    ...['425a6839314159', 'fd377a585a00', '28b52ffd2484', '377abcaf271c'].map<[string, Buffer, string]>((bytes) => [
      `begins with the bytes ${bytes} of a compressed file`,
      fromHex(bytes),
      'pets.csv is compressed: unpack it',
    ]),
    ...['sep=,', '\ufeffsep=,', 'SEP=;', 'sep=\t', '"sep=,"', 'sep=,,'].map<[string, string, string]>((line) => [
      `begins with the line ${JSON.stringify(line)}`,
      `${line}\r\nname,categoryId\r\nRex,1\r\n`,
      'pets.csv begins with a line "sep=", which only some spreadsheets read: delete it, and save the file with commas',
    ]),
    ['is not UTF-8', Buffer.from('name,categoryId\nZo\xeb,1\n', 'latin1'), 'pets.csv is not UTF-8'],
    [
      'ends inside quotation marks',
      'name,categoryId\n"Rex,1\n',
      'pets.csv is not valid CSV: in row 2 a quotation mark',
    ],
    [
      'has a quotation mark that another row would close',
      'name,categoryId,note\nRex,7,"good with kids\nMax,8,5" scar on leg\nBella,9,"shy"\n',
      'pets.csv is not valid CSV: in row 2 a quotation mark',
    ],
    ['has text after a quoted cell', 'name,categoryId\nRex,1\n\n"Tom" 2,1\n', 'in row 4 a quotation mark'],
    ['has a quotation mark inside a cell', 'name,categoryId,note\nRex,1,5" scar\n', 'in row 2 a quotation mark'],
    [
      'has a row of more than a mebibyte',
      `name,categoryId\n"${'Rex,1\n'.repeat(200_000)}`,
      'pets.csv is not valid CSV: row 2 has more than 1,048,576 bytes',
    ],
  ])('is refused if it %s', async (_, content, reason) => {
    await expect(importOf(content)).rejects.toThrow(reason);
  });

  it('is refused with each reason once, beside the row numbers of a spreadsheet, and the number of invalid rows', async () => {
    const valid = '"two\nlines",1,\n\n';
    const content = `name,categoryId,status\n${valid}Rex,1.5,adopted\nTom\n${'Kit,x,sold\n'.repeat(1_200)}`;
    expect(await refusalOf(content)).toEqual([
      'nothing was imported, because 1,202 rows of pets.csv are invalid; --skip-invalid imports the others:',
      expect.stringMatching(/^row 4: categoryId must be .*; status must be /),
      expect.stringMatching(/^row 5: the row has 1 columns, the header 3: /),
      expect.stringMatching(/^rows 6, 7, 8, 9, 10 and 1,195 more: categoryId must be /),
    ]);
  });

  it.each([
    ['an empty name', ',1,\n \t,2,\n', /^name is empty: --unnamed <text> /],
    ['empty rows at the end', ',,\n,,,\n', /^the row is empty: delete it$/],
    ['a space before a number', 'Rex, 7,\nTom, 8,\n', /^categoryId must be .*; remove the spaces around categoryId$/],
    ['a space after a status', 'Rex,7,sold \nTom,8,sold\t\n', /^status must be .*; remove the spaces around status$/],
    [
      'a comma in a name',
      'Rex, the dog,7,\nTom, a cat,8,\n',
      /^the row has 4 columns, the header 3: .* quotation marks$/,
    ],
    ...['9.00719925474099E+15', '9,00719925474099E+15', '1e3', '1E-3', '+1.0e3', ' 1e3'].map<[string, string, RegExp]>(
      (cell) => [
        `the exponent of ${cell}`,
        `Rex,"${cell}",\nTom,"${cell}",\n`,
        /^categoryId must be .*; a spreadsheet has probably rounded categoryId: take the number from the original file/,
      ],
    ),
    ...notNumbers.map<[string, string, RegExp]>((cell) => [
      `the number ${cell}`,
      `Rex,"${cell}",\nTom,"${cell}",\n`,
      /^categoryId must be an integer from .*; write categoryId in digits, without separators and other signs, as in 1234 or -7$/,
    ]),
    [
      'a number beyond int64',
      'Rex,9223372036854775808,\nTom,-9223372036854775809.0,\n',
      /^categoryId must be an integer from -\d+ to \d+$/,
    ],
    ['a word instead of a number', 'Rex,Dog,\nTom,Cat,\n', /^categoryId must be an integer from -\d+ to \d+$/],
    ['several faults', ',x,lost\n,x,lost\n', /^name is empty: .*; categoryId must be .*; status must be /],
  ])('is refused for %s, and the message says once what to do', async (_, rows, reason) => {
    const [first, line, ...others] = await refusalOf(`name,categoryId,status\n${rows}`);
    expect(first).toContain('2 rows of pets.csv are invalid');
    expect(line!.replace(/^rows 2, 3: /, '')).toMatch(reason);
    expect(others).toEqual([]);
  });

  it('is refused with at most 20 reasons, and the number of the other rows', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => `Rex,1${',x'.repeat(index + 1)}\n`).join('');
    const lines = await refusalOf(`name,categoryId\n${rows}Tom\nRex,1,x\n`);
    expect(lines).toHaveLength(22);
    expect(lines[1]).toMatch(/^rows 2, 33: the row has 3 columns/);
    expect(lines.at(-1)).toBe('and 11 more rows');
  });
});

/** Returns the rows by the grammar of RFC 4180, but with any line end and without empty lines; undefined if the text is invalid. */
function rowsByGrammar(text: string): string[][] | undefined {
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|\n|\r|$)/y;
  const rows: string[][] = [];
  for (let row: string[] = []; ;) {
    const [, raw, end] = cell.exec(text) ?? [];
    if (raw === undefined) return undefined;
    row.push(unescapeFormulas(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw));
    if (end === ',') continue;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
    if (end === '') return rows;
  }
}

describe('an import that skips invalid rows', () => {
  const end = fc.constantFrom('\n', '\r\n', '\r');
  const piece = fc.constantFrom(...'",;\n\r x=\'', '\r\n', '""', 'Rex,7,', '"Tom",-8,sold', '"Zoë\nKit",9,"a ""b""');
  const line = fc.oneof(
    fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join('')),
    fc.constantFrom('Rex,7,sold', '"Tom ""T""\r\n",8,', ',,', 'Kit,9,"'),
  );
  const lines = (each: typeof line, maxLength: number) =>
    fc.array(fc.tuple(each, end), { minLength: 1, maxLength }).map((tuples) => tuples.flat().join(''));
  const header = lines(fc.constant('name,categoryId,status'), 1);
  let directory: string;

  beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'petstore-import-'))));

  afterEach(() => rmSync(directory, { recursive: true }));

  it('loses none: each row is imported or rejected with the same cells, or the file is refused', async () => {
    let run = 0;
    const counts = { refused: 0, imported: 0, rejected: 0 };
    await fc.assert(
      fc.asyncProperty(header, lines(line, 8), fc.integer({ min: 1, max: 40 }), async (first, rest, chunkSize) => {
        const bytes = Buffer.from(first + rest);
        const chunks = Array.from({ length: Math.ceil(bytes.length / chunkSize) }, (_, index) =>
          bytes.subarray(index * chunkSize, (index + 1) * chunkSize),
        );
        const path = join(directory, `${++run}.rejected.csv`);
        let invalidRows: InvalidRows | undefined;
        const importing = fileOf(...chunks).then((file) => {
          invalidRows = new InvalidRows(file, path, 0o600);
          return all(readNewPets(file, invalidRows, ownMapping()));
        });
        const expected = rowsByGrammar(first + rest)?.slice(1);
        if (!expected) {
          await expect(importing).rejects.toThrow('pets.csv is not valid CSV: in row');
          counts.refused += 1;
          return invalidRows?.close(false);
        }
        const imported = (await importing).map(({ newPet }) => newPet.name.text);
        const { count } = invalidRows!;
        await invalidRows!.close(true);
        const rejectedRows = count > 0 ? await all((await fileOf(readFileSync(path))).groups) : [];
        const rejected = rejectedRows.map(({ cells: [, , ...cells] }) => JSON.stringify(cells));
        expect(rejected).toHaveLength(count);
        expect(imported.length + rejected.length).toBe(expected.length);
        const others = expected.filter((cells) => !rejected.includes(JSON.stringify(cells)));
        expect(others.map(([name]) => name)).toEqual(imported);
        counts.imported += imported.length;
        counts.rejected += rejected.length;
      }),
      { numRuns: 500 },
    );
    // The property says something only if each of its cases occurs.
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
  });
});

const part = fc.constantFrom(
  ...'=+-@\'\t\r\n;,|"＝ x\u001b\u00a0\u2028',
  ...["''", '\r\n', '\ufeff', '-1', ';"', '""', ' ='],
);
const name = fc
  .tuple(fc.array(part), fc.string({ unit: 'grapheme' }), fc.array(part))
  .map(([start, middle, end]) => start.join('') + middle + end.join(''))
  .filter((text) => /\S/.test(text) && !text.includes('\0') && [...text].length <= 255);
/** Names that an import refuses in other files than an export. */
const missingName = fc.constantFrom('NA', 'n/a', '#N/A', 'null', '-', '—', ' NA ');
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
const pet = fc.record({
  id: int64,
  name: fc.oneof(name, missingName),
  categoryId: int64,
  status: fc.constantFrom(...PetStatus.values),
});

describe('an export', () => {
  it('is read by import: every name, category and status is equal', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(pet, { maxLength: 20 }), async (pets: PetSnapshot[]) => {
        const imported = await importOf(toCsv([exportColumns]) + petsToCsv(pets));
        const expected = pets.map(({ categoryId, ...others }) =>
          NewPet.of({ ...others, categoryId: BigInt(categoryId) }),
        );
        expect(imported).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('has a column for each member of a pet, and quotation marks around a name with a line end', () => {
    const exported = Pet.create(new PetId('1'), NewPet.of(newPetSamples[0])).snapshot();
    expect(toCsv([exportColumns]) + petsToCsv([exported])).toBe(
      `${Object.keys(exported).join()}\n${Object.values(exported).join()}\n`,
    );
    expect(petsToCsv([{ ...exported, name: 'Rex\rTom' }])).toContain('1,"Rex\rTom",');
  });

  it('as JSON Lines has exact integers, and no escape sequences', () => {
    const exported = Pet.create(new PetId('9007199254740993'), NewPet.of(newPetSamples[0])).snapshot();
    const pet = { ...exported, name: 'a "b"\n\x9b', categoryId: '-9007199254740993' };
    const [line, ...rest] = petsToJsonLines([pet, pet]).split('\n');
    expect(rest).toEqual([line, '']);
    expect(line).toMatch(/^\{"id":9007199254740993,"name":"a \\"b\\"\\n\\u009b","categoryId":-9007199254740993,/);
    expect(Object.keys(JSON.parse(line!) as object)).toEqual(Object.keys(exported));
  });

  it('and an import have the columns that docs/import.md names', () => {
    const document = readFileSync(join(__dirname, '../../../docs/import.md'), 'utf8');
    const [, imported = ''] = /It reads the columns ([^.]*)\. Capital/.exec(document) ?? [];
    expect([...imported.matchAll(/`(\w+)`/g)].map(([, column]) => column)).toEqual(Object.keys(NewPet.fields));
    expect(document).toContain(`with the header \`${exportColumns.join()}\``);
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
    ['x;"=1+1;y', 'x;\'"=1+1;y'],
    ['"=1', '\'"=1'],
    ['\'"=1', "''\"=1"],
    [' =1|\u00a0+1', "' =1|'\u00a0+1"],
    ['a,+b\t-c\n=d\r\n@e', "a,'+b\t'-c\n'=d\r\n'@e"],
    ["O'Malley", "O'Malley"],
    ["'tis", "'tis"],
    ['"Rex", "Tom"', '"Rex", "Tom"'],
    ['a=b - c', 'a=b - c'],
  ])('%j is escaped as %j', (text, escaped) => {
    expect(escapeFormulas(text)).toBe(escaped);
  });

  it('begins no cell, also if a spreadsheet reads the file with another separator', () => {
    fc.assert(
      fc.property(name, fc.constantFrom(',', ';', '\t', '|'), (text, separator) => {
        const file = petsToCsv([{ id: '1', name: text, categoryId: '7', status: 'sold' }]);
        const cells = file.split(new RegExp(`[${separator}\r\n]`));
        expect(cells.filter((cell) => /^[\s"]*[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });
});
