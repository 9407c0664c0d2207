import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@petstore/database/testing';
import { Database, petstore, processes, type Result, startPetstore } from './support/test-file.ts';

let template: Database;
let database: Database;
let count = 0;

const run = (...args: string[]): Promise<Result> => petstore(database.location, ...args);

function newFile(name: string, content: string): string {
  const path = join(processes.directory, `${++count}-${name}`);
  writeFileSync(path, content);
  return path;
}

const mapping = {
  source: 'old program',
  key: 'Animal ID',
  name: { column: 'Name', strip: ['*'], words: [{ word: '', is: 'Unnamed' }] },
  categoryId: {
    column: 'Type',
    words: [
      { word: 'Dog', is: 1 },
      { word: 'Cat', is: '9007199254740993' },
    ],
  },
  status: {
    column: 'Outcome Type',
    words: [
      { word: 'Adoption', is: 'sold' },
      { word: 'Died', is: null },
    ],
    other: 'available',
  },
};

/** Returns the arguments of an import of rows such as `A1,*Rex,Dog,Adoption`. */
function importOf(rows: readonly string[], ...options: string[]): string[] {
  const file = newFile('animals.csv', `Animal ID,Name,Type,Outcome Type\n${rows.join('\n')}\n`);
  return ['import', '--mapping', newFile('mapping.json', JSON.stringify(mapping)), ...options, file];
}

const stored = () => database.query('SELECT name, category_id, status FROM pets ORDER BY id');

const thousands = Array.from({ length: 2_500 }, (_, index) => `K${index},Animal ${index},Dog,`);

beforeAll(async () => {
  template = await Database.create();
  expect((await petstore(template.location, 'migrate')).exitCode).toBe(0);
});

beforeEach(async () => {
  database = await Database.create(`TEMPLATE ${template.name}`);
});

it('imports a shelter’s file by the mapping that --suggest prints, when its marks are replaced', async () => {
  const file = newFile('animals.csv', 'Animal ID;Name;Species;Status\nA1;*Rex;Dog;Adopted\nA2;;Cat;Died\n');
  const { exitCode, stdout, stderr } = await run('import', '--suggest', file);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const undecided = await run('import', '--mapping', newFile('mapping.json', stdout), file);
  expect(undecided).toMatchObject({ exitCode: 1, stdout: '' });
  expect(undecided.stderr.match(/ is undecided: /g)).toHaveLength(3);
  const edited = newFile(
    'mapping.json',
    stdout.replace('"Died", "rows": 1, "is": "?"', '"Died", "is": "pending"').replaceAll('"?"', '"Kit"'),
  );
  expect((await run('import', '--mapping', edited, file)).stdout).toBe('2 imported\n');
  expect(await stored()).toEqual([
    { name: 'Rex', category_id: '1', status: 'sold' },
    { name: 'Kit', category_id: '2', status: 'pending' },
  ]);
});

it('says what to do with a file that begins with a title: --suggest finds no columns, and an import lacks them', async () => {
  const file = newFile('titled.csv', 'Inventory\nAnimal ID,Name\n1,Rex\n');
  const { exitCode, stdout, stderr } = await run('import', '--suggest', file);
  expect({ exitCode, name: (JSON.parse(stdout) as { name: unknown }).name }).toEqual({
    exitCode: 0,
    name: { column: '?' },
  });
  expect(stderr).toMatch(/^petstore: .* Its header is: "Inventory"\nIf this is not its header, delete the rows above /);
  const mapped = await run('import', '--mapping', newFile('mapping.json', JSON.stringify(mapping)), file);
  expect(mapped.stderr).toMatch(
    /it lacks Animal ID and .*\. Correct the mapping, or delete the rows above the header\n/,
  );
});

it('stores an animal with a key once, and says what it did not store', async () => {
  const first = await run(...importOf(['A1,*Rex,Dog,Adoption', 'A2,,Cat,', 'A1,Rex,Dog,', 'A4,Max,Dog,']));
  expect(first.stdout).toBe('3 imported\n');
  expect(first.stderr).toContain('row 4: the key is that of an earlier row of the file');
  await database.query("DELETE FROM pets WHERE name = 'Max'");
  const second = await run(
    ...importOf(
      ['A1,Rex,Dog,Adoption', 'A2,Tom,Cat,', 'A4,Max,Dog,', 'A5,Kit,Dog,', ',Odd,Dog,', 'A6,Old,Dog,Died'],
      '--skip-invalid',
    ),
  );
  expect(second.stdout).toMatch(/^1 imported, 1 known from an earlier import, 2 invalid rows skipped: see /);
  expect(second.stderr).toContain(
    'row 3: the animal is known, and other values were imported. The store keeps what it has\n',
  );
  expect(second.stderr).toContain('row 4: the animal was imported and then deleted. It is not created again\n');
  expect(await stored()).toEqual([
    { name: 'Rex', category_id: '1', status: 'sold' },
    { name: 'Unnamed', category_id: '9007199254740993', status: 'available' },
    { name: 'Kit', category_id: '1', status: 'available' },
  ]);
  const rejected = readFileSync(/see (.*)\n/.exec(second.stdout)![1]!, 'utf8');
  expect(rejected.split('\n').slice(1)).toEqual([
    expect.stringMatching(/^6,Animal ID is empty: .*,,Odd,Dog,$/),
    '7,"the mapping refuses the status ""Died""",A6,Old,Dog,Died',
    '',
  ]);
});

it('says with --dry-run what would be stored, and stores nothing', async () => {
  const rows = [
    'A1,Rex,Dog,Adoption',
    'A2,Tom,Cat,',
    'A1,Rex,Dog,',
    'A4,Max,Cow,',
    'A5,Zoe,91,',
    'A6,Kim,Dog 2,',
    'A7,Kay,9.00E+15,',
  ];
  const result = await run(...importOf(rows, '--dry-run'));
  expect(result.exitCode).toBe(1);
  expect(result.stdout).toBe(
    'nothing was stored; 3 valid and new, 0 known from an earlier import\n' +
      '1 with categoryId 1\n1 with categoryId 91\n1 with categoryId 9007199254740993\n' +
      '2 with status available\n1 with status sold\n',
  );
  expect(result.stderr).toMatch(
    /3 rows of .*animals\.csv are invalid, so that nothing would be imported:\nrow 5: categoryId must be .*; add the word "Cow" to categoryId in the mapping\nrow 7: .*; add the word "Dog 2" to categoryId in the mapping\nrow 8: .*; a spreadsheet has probably rounded categoryId/,
  );
  expect(result.stderr).toContain('row 4: the key is that of an earlier row');
  expect((await run(...importOf(rows, '--dry-run', '--skip-invalid'))).exitCode).toBe(2);
  expect(await stored()).toEqual([]);
  expect(await database.query('SELECT FROM import_keys')).toEqual([]);
});

it('stores each animal once if kill -9 ends two imports, and a third one repeats them', async () => {
  for (const table of ['pets', 'import_keys']) {
    const lock = await database.begin(`LOCK TABLE ${table} IN SHARE MODE`);
    const command = startPetstore(database.location, importOf(thousands));
    // With its first animals, or with their keys.
    await database.untilBlocked();
    command.kill('SIGKILL');
    await command.result;
    await lock.end();
  }
  expect((await run(...importOf(thousands))).stdout).toBe('2,500 imported\n');
  expect((await run(...importOf([...thousands, 'L1,Rex,Dog,']))).stdout).toBe(
    '1 imported, 2,500 known from an earlier import\n',
  );
  expect(await database.query('SELECT count(*)::int, count(DISTINCT name)::int AS names FROM pets')).toEqual([
    { count: 2_501, names: 2_501 },
  ]);
});

it('waits for another import with keys', async () => {
  const lock = await database.begin('LOCK TABLE pets IN SHARE MODE');
  const first = startPetstore(database.location, importOf(thousands));
  await database.untilBlocked();
  let stderr = '';
  const second = startPetstore(
    database.location,
    importOf([...thousands, 'L1,Rex,Dog,']),
    (chunk) => (stderr += chunk),
  );
  await until(() => stderr.includes('another import with keys is running'));
  await lock.end();
  expect((await first.result).stdout).toBe('2,500 imported\n');
  expect((await second.result).stdout).toBe('1 imported, 2,500 known from an earlier import\n');
});

it('warns of rows of an export whose animal the store has, and of those with another categoryId', async () => {
  await run(...importOf(['A1,Rex,Cat,', 'A2,Tom,Cat,']));
  const exported = (await run('export')).stdout;
  const { exitCode, stderr } = await run(
    'import',
    newFile('edited.csv', exported.replace('1,Rex,9007199254740993', '1,Rex,9007199254740990')),
  );
  expect(exitCode).toBe(0);
  expect(stderr).toContain('rows 2, 3: the store has an animal with this id. An import never changes an animal');
  expect(stderr).toContain('row 2: the animal with this id has another categoryId in the store.');
});

it('exports JSON Lines with exact integers', async () => {
  await run(...importOf(['A1,Rex,Cat,', 'A2,Tom,Dog,Adoption']));
  const { stdout } = await run('export', '--format=jsonl');
  expect(stdout).toBe(
    '{"id":1,"name":"Rex","categoryId":9007199254740993,"status":"available"}\n' +
      '{"id":2,"name":"Tom","categoryId":1,"status":"sold"}\n',
  );
});
