import { existsSync, linkSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { petsPersistence } from '@petstore/pets-infrastructure';
import { waitForExit, petstore, petstoreProcess, type DatabaseLocation } from '@petstore/processes';
import type { DataSource } from 'typeorm';
import { createTestDirectory } from './testing/create-test-directory.ts';

const parentDirectory = createTestDirectory();
let database: TestDatabase;
let dataSource: DataSource;
let location: DatabaseLocation;
let directory: string;

beforeEach(async () => {
  database = await createTestDatabase();
  dataSource = await database.open([petsPersistence]);
  location = { DATABASE_URL: database.url };
  directory = mkdtempSync(join(parentDirectory, 'import-'));
});

afterEach(() => database.drop());

const storedPets = () => dataSource.query('SELECT name, category_id AS "categoryId", status FROM pets ORDER BY id');

function runImport(content: string | Buffer, ...options: string[]) {
  const file = join(directory, 'animals.csv');
  writeFileSync(file, content);
  return petstore(location, 'import', file, '--rejected', join(directory, 'rejected.csv'), ...options);
}

/** The line with which every command that opens the database begins its standard error. */
const databaseLine = () => `petstore: database: ${database.url}\n`;

const rejectedLines = () => readFileSync(join(directory, 'rejected.csv'), 'utf8').trimEnd().split('\n');

describe('import', () => {
  it('imports every row with the same text and exact numbers', async () => {
    const content = `status,name,categoryId,note\nsold,"O'Malley*, ""Zoë""",9007199254740993,x\n, Rex ,-1,\n`;
    const { exitCode, stdout } = await runImport(`\ufeff${content.replaceAll('\n', '\r\n')}`);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '2 imported, 0 rejected\n' });
    expect(await storedPets()).toEqual([
      { name: 'O\'Malley*, "Zoë"', categoryId: '9007199254740993', status: 'sold' },
      { name: ' Rex ', categoryId: '-1', status: 'available' },
    ]);
    expect(existsSync(join(directory, 'rejected.csv'))).toBe(false);
  });

  it('deletes the rejected rows of an earlier import and prints the path if it rejects no row', async () => {
    await runImport('name,categoryId\n,1\n');
    expect(existsSync(join(directory, 'rejected.csv'))).toBe(true);
    const { exitCode, stdout, stderr } = await runImport('name,categoryId\nRex,1\n');
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '1 imported, 0 rejected\n' });
    expect(stderr).toContain(`petstore: deleted ${join(directory, 'rejected.csv')} of an earlier import`);
    expect(existsSync(join(directory, 'rejected.csv'))).toBe(false);
  });

  it('keeps and names another file at the path of the rejected rows if it rejects no row', async () => {
    writeFileSync(join(directory, 'rejected.csv'), 'a list of animals\n');
    const { exitCode, stderr } = await runImport('name,categoryId\nRex,1\n');
    expect(exitCode).toBe(0);
    expect(stderr).toContain(`petstore: ${join(directory, 'rejected.csv')} was not written by this import`);
    expect(rejectedLines()).toEqual(['a list of animals']);
  });

  it('writes invalid rows with line and reason to the file of rejected rows, and imports the others', async () => {
    const { exitCode, stdout } = await runImport(
      'name,categoryId,status\n,1,sold\n\nRex,1.5,adopted\n"two\nlines",x,\nTom,9223372036854775808,\nshort,1\nKit,1,\n',
    );
    expect(exitCode).toBe(2);
    expect(stdout).toBe(`1 imported, 5 rejected, to ${join(directory, 'rejected.csv')}\n`);
    expect((await storedPets()).map(({ name }: { name: string }) => name)).toEqual(['Kit']);
    const rows = rejectedLines();
    expect(rows[0]).toBe("line,reason,'name,'categoryId,'status");
    expect(rows[1]).toMatch(/^2,"name must be a string of 1 to 255 [^"]*",,1,sold$/);
    expect(rows[2]).toMatch(/^4,"categoryId must be an integer [^"]*; status must be one of [^"]*",Rex,1\.5,adopted$/);
    expect(rows[3]).toMatch(/^5,categoryId must be [^,]*,"two$/);
    expect(rows[5]).toMatch(/^7,categoryId must be [^,]*,Tom,9223372036854775808,$/);
    expect(rows[6]).toBe('8,"the row has 2 columns, the header 3",short,1');
  });

  it('replaces empty names by --unnamed', async () => {
    const { exitCode } = await runImport('name,categoryId\n,1\nRex,2\n', '--unnamed', 'Unnamed');
    expect(exitCode).toBe(0);
    expect((await storedPets()).map(({ name }: { name: string }) => name)).toEqual(['Unnamed', 'Rex']);
  });

  it('rejects a name that is not UTF-8 and keeps its bytes', async () => {
    await runImport(Buffer.from('name,categoryId\nZo\xeb,1\n', 'latin1'));
    expect(readFileSync(join(directory, 'rejected.csv'), 'latin1')).toContain('2,name is not UTF-8,Zo\xeb,1\n');
  });

  it('imports rejected rows after they were corrected', async () => {
    await runImport('name,categoryId,status\n,1,sold\n');
    const { exitCode } = await runImport(`${rejectedLines().join('\n').replace(',,1,sold', ',Rex,1,sold')}\n`);
    expect(exitCode).toBe(0);
    expect(await storedPets()).toEqual([{ name: 'Rex', categoryId: '1', status: 'sold' }]);
  });

  it('imports a name that is a formula unchanged, after it was rejected and corrected', async () => {
    const names = ['=HYPERLINK("http://x")', "'tis", '-1+1', '@Rex', '+49', "'=1"];
    await runImport(`name,categoryId\n${names.map((name) => `"${name.replaceAll('"', '""')}",x\n`).join('')}`);
    expect(readFileSync(join(directory, 'rejected.csv'), 'utf8')).not.toMatch(/[,\n]"?[=@-]/);
    const { exitCode } = await runImport(
      readFileSync(join(directory, 'rejected.csv'), 'utf8').replaceAll(/,x$/gm, ',1'),
    );
    expect(exitCode).toBe(0);
    expect((await storedPets()).map(({ name }: { name: string }) => name)).toEqual(names);
  });

  it.each([
    ['lacks a column', 'name,status\nRex,sold\n', 'it lacks categoryId'],
    ['is empty', '', 'it must begin with a header'],
    [
      'has an unclosed quotation mark',
      `name,categoryId\n,1\n${'Rex,1\n'.repeat(3_000)}"never closed,1\n`,
      'is not valid CSV',
    ],
  ])('fails in one line and imports nothing if the file %s', async (_, content, reason) => {
    const { exitCode, stdout, stderr } = await runImport(content);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr.split('\n').filter((line) => line.startsWith('petstore: '))).toEqual([
      databaseLine().trimEnd(),
      expect.stringContaining(reason),
    ]);
    expect(await storedPets()).toEqual([]);
    expect(existsSync(join(directory, 'rejected.csv'))).toBe(false);
  });

  it.each([
    ['while it reads valid and invalid rows', ',1\nRex,1\n'],
    ['while it reads only invalid rows', ',1\n'],
  ])('imports nothing if it is stopped %s', async (_, rows) => {
    const file = join(directory, 'animals.csv');
    writeFileSync(file, `name,categoryId\nRex,1\n${rows.repeat(200_000)}`);
    const child = petstoreProcess(location, 'import', file, '--rejected', join(directory, 'rejected.csv'));
    child.stderr.on('data', (chunk: Buffer) => String(chunk).includes('rows read') && child.kill('SIGINT'));
    const { exitCode, stdout, stderr } = await waitForExit(child);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain('petstore: stopped by SIGINT: nothing was imported\n');
    expect(await storedPets()).toEqual([]);
    expect(readdirSync(directory)).toEqual(['animals.csv']);
  });
});

describe('the file of rejected rows', () => {
  it.each([
    ['is a folder', '.', 'it is a folder'],
    ['is in a folder that does not exist', 'none/such.csv', 'ENOENT'],
    ['is the input', 'animals.csv', 'it is the file to import'],
    ['is the input under another name', 'link.csv', 'it is the file to import'],
  ])('stops the import at its start if it %s', async (_, path, reason) => {
    const file = join(directory, 'animals.csv');
    writeFileSync(file, 'name,categoryId\nRex,1\n,2\n');
    linkSync(file, join(directory, 'link.csv'));
    const { exitCode, stderr } = await petstore(location, 'import', file, '--rejected', join(directory, path));
    expect(exitCode).toBe(1);
    expect(stderr.replace(databaseLine(), '')).toMatch(/^petstore: the rejected rows cannot be written to [^\n]*\n$/);
    expect(stderr).toContain(reason);
    expect(await storedPets()).toEqual([]);
    expect(readFileSync(file, 'utf8')).toBe('name,categoryId\nRex,1\n,2\n');
  });
});

describe('keys issue', () => {
  it('prints only the key on standard output, and a description on standard error', async () => {
    const { exitCode, stdout, stderr } = await petstore(location, 'keys', 'issue', 'me', '--expires', '90d');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^pets_[0-9A-Za-z]{49}\n$/);
    expect(stderr.replace(databaseLine(), '')).toMatch(
      /^petstore: issued key_[0-9A-Za-z]{13} for "me", which expires at [^\n]+; it is shown only once\n$/,
    );
  });

  it.each(['', '  ', 'two\nlines', 'x'.repeat(101)])('refuses the name %j in one line', async (name) => {
    const { exitCode, stdout, stderr } = await petstore(location, 'keys', 'issue', name);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr.replace(databaseLine(), '')).toMatch(/^petstore: the name of a key must be 1 to 100 [^\n]*\n$/);
  });
});

describe('migrate', () => {
  it('prints the migrations that it ran, or that there are none', async () => {
    const first = await petstore(location, 'migrate');
    expect(first.stdout).toMatch(/^(?:ran [A-Z]\w+\d{13}\n)+$/);
    expect((await petstore(location, 'migrate')).stdout).toBe('nothing to do: the schema is up to date\n');
  });
});

describe('database', () => {
  it('prints the URL, for psql and pg_dump', async () => {
    expect(await petstore(location, 'database')).toEqual({ exitCode: 0, stdout: `${database.url}\n`, stderr: '' });
  });
});

it.each([
  ['keys', 'issue', 'me'],
  ['keys', 'list', '--json'],
  ['keys', 'rotate', 'key_0000000000000'],
  ['keys', 'revoke', 'key_0000000000000'],
  ['keys', 'prune'],
  ['keys', 'log'],
  ['import', join(__dirname, '../../../cli/examples/pets.csv')],
  ['migrate'],
])(
  'a command names the database on standard error before all else, without its password: petstore %s %s',
  async (...command) => {
    const withPassword = database.url.replace('petstore@', 'petstore:hunter2@');
    const { stdout, stderr } = await petstore({ DATABASE_URL: withPassword }, ...command);
    expect(stderr.startsWith(databaseLine())).toBe(true);
    expect(stdout + stderr).not.toContain('hunter2');
  },
);

it.each(['--version', '-V'])('petstore %s prints the version of the program', async (option) => {
  const { version } = JSON.parse(readFileSync(join(__dirname, '../../../cli/package.json'), 'utf8')) as {
    version: string;
  };
  expect(await petstore(location, option)).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
});

it.each(
  [[], ['keys'], ...['issue', 'list', 'rotate', 'revoke', 'prune', 'log'].map((verb) => ['keys', verb])].concat([
    ['import'],
    ['migrate'],
    ['database'],
  ]),
)('a command prints its usage: petstore %s %s --help', async (...command) => {
  const { exitCode, stdout } = await petstore(location, ...command, '--help');
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^Usage: petstore/);
});

it('the program exits with 1 for an unknown command', async () => {
  const { exitCode, stderr } = await petstore(location, 'adopt');
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining("unknown command 'adopt'") });
});
