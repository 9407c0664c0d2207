import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Combination, combination, debianVersion, npmFolder, npmVersion } from '../support/combination.ts';
import { Database, petstore, processes } from '../support/test-file.ts';

/** Names that no program takes for a number, a date or a missing value, and that have no space at an end. */
const plainNames = [
  'Rex',
  'Zoë',
  'ハチ',
  "O'Malley",
  'Łatka 2nd',
  'T-Rex',
  'Will.I.Am',
  'Barney/bandit',
  'Princess (15019)',
];

/** Names that programs change, if they are not told that each cell is a text. */
const names = [
  ...plainNames,
  ...['"Lady" Bug', 'Socks, the Second', 'back\\', '\\"x\\"', 'two\nlines', ' padded ', "'tis", "''tis"],
  ...['=1+1', '-5', '+cmd', '@x', "'=1", 'a;=b', 'NA', 'n/a', '#N/A', 'null', '-'],
  ...[
    'TRUE',
    '0012',
    '(581)',
    '7',
    '1/2',
    '10-4',
    '3:00',
    '1e5',
    '2026-01-07',
    '12.50',
    '50%',
    '0x10',
    '1,234',
    '$5',
    '.5',
    'Inf',
  ],
];

const categoryIds = ['9007199254740993', '7', '9223372036854775807', '0', '-9223372036854775808', '-1'];
const statuses = ['available', 'pending', 'sold'];

async function migrated(): Promise<Database> {
  const created = await Database.create();
  expect((await petstore(created.location, 'migrate')).exitCode).toBe(0);
  return created;
}

/** Exports animals with these names from a new database. @returns the path of the file */
async function exportOf(named: readonly string[]): Promise<{ readonly database: Database; readonly file: string }> {
  const database = await migrated();
  const columnOf = (values: readonly string[]) => named.map((_, index) => values[index % values.length]!);
  await database.query(
    'INSERT INTO pets (name, category_id, status) SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[])',
    [named, columnOf(categoryIds), columnOf(statuses)],
  );
  const { exitCode, stdout } = await petstore(database.location, 'export');
  expect(exitCode).toBe(0);
  const file = join(processes.directory, `${database.name}.csv`);
  writeFileSync(file, stdout);
  return { database, file };
}

const storedIn = (database: Database) => database.query('SELECT name, category_id, status FROM pets ORDER BY id');

/** Runs a program. @returns its standard output */
const run = (program: string, ...args: string[]): Promise<string> =>
  processes.output(program, args, { env: { HOME: processes.directory, LC_ALL: 'C.UTF-8', PATH: '/usr/bin:/bin' } });

/** Runs a module that may import the packages of a folder, with the paths as arguments. */
async function runModule(packages: readonly string[], script: string, ...args: string[]): Promise<string> {
  const cwd = await npmFolder(...packages);
  const file = join(cwd, 'convert.mjs');
  writeFileSync(file, script);
  return processes.output(process.execPath, [file, ...args], { cwd });
}

const csvFilter = 'Text - txt - csv (StarCalc):44,34,76,1';

/** Converts a file with LibreOffice. @param columns formats of the columns of a CSV file: 2 is text @returns the path of the new file */
async function convert(file: string, format: string, columns = ''): Promise<string> {
  const folder = `${file}-${format}`;
  const options = columns && [`--infilter=CSV:44,34,76,1,${columns}`];
  const output = format === 'csv' ? `csv:${csvFilter}` : format;
  await run('/usr/bin/soffice', '--headless', ...options, '--convert-to', output, '--outdir', folder, file);
  return join(folder, basename(file).replace(/\.\w+$/, `.${format}`));
}

const textColumns = '1/2/2/2/3/2/4/2';

/** Programs that read an export and write the same animals as CSV. */
interface Program extends Omit<Combination, 'section' | 'holds'> {
  /** Names that the program does not change. Default: all. */
  readonly names?: readonly string[];
  /** Reads the file and returns the CSV that the program writes. */
  rewrite(file: string): Promise<string>;
}

const sheetJs = ['xlsx@0.18.5'];
const excelJs = ['exceljs@4.4.0'];
const papaParse = ['papaparse@5.7.1'];
const duckDb = ['@duckdb/node-api@1.5.6-r.1'];

const programs: readonly Program[] = [
  {
    program: 'LibreOffice Calc',
    version: () => debianVersion('libreoffice-calc'),
    needs: 'the column type _Text_ for every column, when the file is opened',
    rewrite: async (file) => readFileSync(await convert(file, 'csv', textColumns), 'utf8'),
  },
  ...['xlsx', 'ods'].map((format) => ({
    program: `LibreOffice Calc, saved as .${format} and then as CSV`,
    version: () => debianVersion('libreoffice-calc'),
    needs: 'the column type _Text_ for every column, when the file is opened',
    rewrite: async (file: string) =>
      readFileSync(await convert(await convert(file, format, textColumns), 'csv'), 'utf8'),
  })),
  {
    program: 'Gnumeric',
    version: () => debianVersion('gnumeric'),
    needs:
      'names without an apostrophe at the start, which it removes; and the dialog _Import Text File_ with the format _Text_, if a name looks ' +
      'like a number or a date, or stands in quotation marks before a negative number',
    names: plainNames,
    rewrite: async (file) => {
      await run('/usr/bin/ssconvert', file, `${file}.gnumeric`);
      await run('/usr/bin/ssconvert', `${file}.gnumeric`, `${file}.out.csv`);
      return readFileSync(`${file}.out.csv`, 'utf8');
    },
  },
  {
    program: 'SQLite, `.import` and `.mode csv`',
    version: () => debianVersion('sqlite3'),
    rewrite: (file) => {
      const commands = ['.mode csv', `.import ${file} pets`, '.headers on', 'SELECT * FROM pets'];
      return run('/usr/bin/sqlite3', ':memory:', ...commands);
    },
  },
  {
    program: 'psql, `\\copy`',
    version: () => debianVersion('postgresql-client-15'),
    needs: 'columns of the type `text`',
    rewrite: (file) =>
      processes.output('/usr/bin/psql', [
        ...['-q', '-d', Database.named('petstore').url],
        ...['-c', 'CREATE TEMPORARY TABLE p (id text, name text, "categoryId" text, status text)'],
        ...['-c', `\\copy p FROM '${file}' WITH (FORMAT csv, HEADER)`],
        ...['-c', '\\copy p TO STDOUT WITH (FORMAT csv, HEADER)'],
      ]),
  },
  {
    program: 'Miller',
    version: () => debianVersion('miller'),
    rewrite: (file) => run('/usr/bin/mlr', '--csv', 'sort', '-nf', 'id', file),
  },
  {
    program: 'csvkit, `csvcut`',
    version: () => debianVersion('csvkit'),
    rewrite: (file) => run('/usr/bin/csvcut', '-c', 'id,name,categoryId,status', file),
  },
  {
    program: 'csvtool',
    version: () => debianVersion('csvtool'),
    needs: 'names without spaces at the ends, because it removes them',
    names: names.filter((name) => name === name.trim()),
    rewrite: (file) => run('/usr/bin/csvtool', 'col', '1-', file),
  },
  {
    program: 'pandas',
    version: () => debianVersion('python3-pandas'),
    needs: '`read_csv(file, dtype=str, keep_default_na=False)` and `to_csv(index=False)`',
    rewrite: (file) =>
      run(
        '/usr/bin/python3',
        '-c',
        'import sys, pandas\n' +
          'pandas.read_csv(sys.argv[1], dtype=str, keep_default_na=False).to_csv(sys.stdout, index=False)',
        file,
      ),
  },
  {
    program: 'R',
    version: () => debianVersion('r-base-core'),
    needs:
      '`read.csv(file, colClasses = "character", na.strings = character())` and `write.csv(pets, row.names = FALSE)`',
    rewrite: (file) =>
      run(
        '/usr/bin/Rscript',
        '-e',
        `write.csv(read.csv("${file}", colClasses = "character", na.strings = character()), row.names = FALSE)`,
      ),
  },
  {
    program: 'PHP, `fgetcsv` and `fputcsv`',
    version: () => debianVersion('php8.2-cli'),
    needs:
      'an empty string as the argument `escape`, otherwise a backslash before a quotation mark makes the file invalid',
    rewrite: (file) =>
      run(
        '/usr/bin/php',
        '-r',
        '$in = fopen($argv[1], "r");' +
          'while ($row = fgetcsv($in, null, ",", "\\"", "")) fputcsv(STDOUT, $row, ",", "\\"", "");',
        file,
      ),
  },
  {
    program: 'Ruby, CSV',
    version: () => debianVersion('ruby3.1'),
    rewrite: (file) => run('/usr/bin/ruby', '-rcsv', '-e', 'CSV.foreach(ARGV[0]) { |row| print row.to_csv }', file),
  },
  {
    program: 'DuckDB',
    version: () => npmVersion(...duckDb),
    rewrite: async (file) => {
      const script = `
        import { DuckDBInstance } from '@duckdb/node-api';
        const connection = await (await DuckDBInstance.create()).connect();
        const [, , from, to] = process.argv;
        await connection.run(\`COPY (SELECT * FROM read_csv('\${from}', header = true)) TO '\${to}' (HEADER)\`);`;
      await runModule(duckDb, script, file, `${file}.out.csv`);
      return readFileSync(`${file}.out.csv`, 'utf8');
    },
  },
  {
    program: 'SheetJS, saved as .xlsx and then as CSV',
    version: () => npmVersion(...sheetJs),
    needs: '`read(text, { type: "string", raw: true })`',
    rewrite: (file) => {
      const script = `
        import { readFileSync } from 'node:fs';
        import xlsx from 'xlsx';
        const text = readFileSync(process.argv[2], 'utf8');
        const saved = xlsx.write(xlsx.read(text, { type: 'string', raw: true }), { type: 'buffer', bookType: 'xlsx' });
        const { SheetNames, Sheets } = xlsx.read(saved);
        process.stdout.write(xlsx.utils.sheet_to_csv(Sheets[SheetNames[0]]));`;
      return runModule(sheetJs, script, file);
    },
  },
  {
    program: 'ExcelJS',
    version: () => npmVersion(...excelJs),
    needs: '`csv.readFile(file, { map: (value) => value })`',
    rewrite: (file) => {
      const script = `
        import excel from 'exceljs';
        const { csv } = new excel.Workbook();
        await csv.readFile(process.argv[2], { map: (value) => value });
        process.stdout.write(await csv.writeBuffer());`;
      return runModule(excelJs, script, file);
    },
  },
  {
    program: 'Papa Parse',
    version: () => npmVersion(...papaParse),
    needs: '`skipEmptyLines: true`, otherwise the end of the file becomes an empty row, and no `dynamicTyping`',
    rewrite: (file) => {
      const script = `
        import { readFileSync } from 'node:fs';
        import papa from 'papaparse';
        const { data } = papa.parse(readFileSync(process.argv[2], 'utf8'), { header: true, skipEmptyLines: true });
        process.stdout.write(papa.unparse(data));`;
      return runModule(papaParse, script, file);
    },
  },
];

for (const { names: kept = names, rewrite, ...program } of programs) {
  combination(
    {
      section: 'spreadsheets',
      holds: 'an export that the program reads and writes is imported with the same animals',
      ...program,
    },
    async () => {
      const { database, file } = await exportOf(kept);
      const rewritten = `${file}.rewritten.csv`;
      writeFileSync(rewritten, await rewrite(file));
      const other = await migrated();
      const { exitCode, stderr } = await petstore(other.location, 'import', rewritten);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.not.stringContaining('invalid') });
      expect(await storedIn(other)).toEqual(await storedIn(database));
    },
  );
}

combination(
  {
    section: 'spreadsheets',
    program: 'LibreOffice Calc, columns without a type',
    version: () => debianVersion('libreoffice-calc'),
    holds: '`import` refuses the numbers that it rounds and saves with an exponent, and imports nothing',
    needs:
      'never a file in another format in between: after .ods or .xlsx the CSV file has no exponent, and `import` accepts the rounded number',
  },
  async () => {
    const { file } = await exportOf(plainNames);
    const other = await migrated();
    const { exitCode, stderr } = await petstore(other.location, 'import', await convert(file, 'csv'));
    expect(exitCode).toBe(1);
    expect(stderr).toContain('a spreadsheet has probably rounded categoryId');
    expect(await storedIn(other)).toEqual([]);
  },
);

combination(
  {
    section: 'spreadsheets',
    program: 'LibreOffice Calc, .xlsx, .xls, .ods and .fods',
    version: () => debianVersion('libreoffice-calc'),
    holds: '`import` refuses the file and says to save it as CSV',
  },
  async () => {
    const { database, file } = await exportOf(plainNames);
    for (const format of ['xlsx', 'xls', 'ods', 'fods']) {
      const { exitCode, stderr } = await petstore(database.location, 'import', await convert(file, format));
      expect({ exitCode, stderr }).toEqual({
        exitCode: 1,
        stderr: expect.stringMatching(/the file .*: open it in a spreadsheet program, and save it as CSV/),
      });
    }
  },
);
