import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PetStatus, type PetSnapshot } from '@petstore/pets-domain';
import fc from 'fast-check';
import { CsvFile } from '../import/csv-file.ts';
import { NewPetCsvReader } from '../import/new-pet-csv-reader.ts';
import { ProgressBar } from '../import/progress-bar.ts';
import { RejectedFile } from '../import/rejected-file.ts';
import { petCsvHeader, petCsvLines } from './pet-csv.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'petstore-export-'));
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});

afterEach(() => rmSync(directory, { recursive: true }));

/** Returns the animals that `import` would create from an export of the pets, without their ids. */
async function importExport(pets: readonly PetSnapshot[]): Promise<Omit<PetSnapshot, 'id'>[]> {
  const path = join(directory, 'pets.csv');
  writeFileSync(path, petCsvHeader + petCsvLines(pets), 'latin1');
  const file = await CsvFile.open(path);
  try {
    const rejected = await RejectedFile.create(join(directory, 'rejected.csv'), file);
    const imported: Omit<PetSnapshot, 'id'>[] = [];
    const reader = new NewPetCsvReader(file, rejected, new ProgressBar(file.size), undefined);
    for await (const { name, categoryId, status } of reader.read()) {
      imported.push({ name: name.text, categoryId: categoryId.decimal, status: status.value });
    }
    expect(rejected.count).toBe(0);
    await rejected.publish();
    return imported;
  } finally {
    await file.close();
  }
}

const withoutIds = (pets: readonly PetSnapshot[]) =>
  pets.map(({ name, categoryId, status }) => ({ name, categoryId, status }));

const start = fc.constantFrom(
  ...[
    '=',
    '+',
    '-',
    '@',
    "'",
    "''",
    '\t',
    '\r',
    '\n',
    '＝',
    '＋',
    '－',
    '＠',
    '"',
    ' ',
    ',',
    '\ufeff',
    '-1',
    '1e3',
    '',
  ],
);
const name = fc
  .tuple(start, start, fc.string({ unit: 'grapheme' }), start)
  .map((parts) => parts.join(''))
  .filter((text) => /\S/.test(text) && !text.includes('\0') && [...text].length <= 255);
const int64 = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.constantFrom(-(2n ** 63n), 2n ** 63n - 1n),
);
const pet = fc.record({
  id: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String),
  name,
  categoryId: int64.map(String),
  status: fc.constantFrom(...PetStatus.values),
});

it('an import of an export has equal names, categories and statuses', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(pet, { maxLength: 20 }), async (pets) => {
      expect(await importExport(pets)).toEqual(withoutIds(pets));
    }),
    { numRuns: 300 },
  );
});

it.each(
  [
    '=1+1',
    "'Rex",
    "'=1",
    '-5',
    '+49 (0) 30',
    ' Rex ',
    '\nRex\n',
    'Rex\r\nTom',
    '\r',
    '"Rex"',
    'Rex, "Tom"',
    '007',
    'true',
    '😀'.repeat(255),
  ].filter((text) => /\S/.test(text)),
)('the name %j survives an export and an import', async (text) => {
  const exported: PetSnapshot = { id: '1', name: text, categoryId: '-9223372036854775808', status: 'sold' };
  expect(await importExport([exported, { ...exported, id: '2' }])).toEqual(withoutIds([exported, exported]));
});

it('no cell starts like a formula, except numbers', () => {
  const names = ['=1+1', '@cmd', '+cmd', '-rm', '\tx', '\rx', '\nx', '＝1'];
  const pets = names.map((text) => ({ id: '1', name: text, categoryId: '-7', status: 'sold' }) as const);
  expect(petCsvHeader).toBe("'id,'name,'categoryId,'status\n");
  expect(Buffer.from(petCsvLines(pets), 'latin1').toString()).toBe(
    "1,'=1+1,-7,sold\n1,'@cmd,-7,sold\n1,'+cmd,-7,sold\n1,'-rm,-7,sold\n1,'\tx,-7,sold\n1,\"'\rx\",-7,sold\n1,\"'\nx\",-7,sold\n1,'＝1,-7,sold\n",
  );
});
