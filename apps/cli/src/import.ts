import { createReadStream, fstatSync, openSync, type ReadStream } from 'node:fs';
import { Socket } from 'node:net';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { OutcomeUnknown, TypeOrmTransactions } from '@petstore/database';
import { ImportPets, type ImportReport } from '@petstore/pets-application';
import { PetName } from '@petstore/pets-domain';
import { TypeOrmImportKeys, TypeOrmPetRepository } from '@petstore/pets-infrastructure';
import { escapeControlCharactersInJson, OperatorError } from '@petstore/operations';
import { Command, Option } from 'commander';
import { readSettings } from './settings.ts';
import { openCsv, type CsvFile } from './csv.ts';
import { InvalidRows } from './invalid-rows.ts';
import { columnsOf, ownMapping, readMapping, type Mapping } from './mapping.ts';
import { numberEvents } from './number-events.ts';
import { operator } from './operator.ts';
import { describeRows, formatCount, print, printDone, printMessage } from './output.ts';
import { optionalColumns, requiredColumns } from './pet-columns.ts';
import { readNewPets } from './pet-csv.ts';
import { startProgressBar } from './progress-bar.ts';
import { suggestMapping } from './suggest-mapping.ts';
import { withDatabase, type DataSource } from './with-database.ts';
import { withStopSignal } from './with-stop-signal.ts';

interface ImportOptions {
  readonly suggest?: true;
  readonly mapping?: string;
  readonly dryRun?: boolean;
  readonly skipInvalid?: boolean;
  readonly unnamed?: string;
}

/** Exit code of an import that skipped some rows and imported the others. */
const rowsSkippedExitCode = 2;

/** Milliseconds between two attempts to begin, while another import runs. */
const retryInterval = 500;

/** The command `import`. */
export function importCommand(): Command {
  return new Command('import')
    .description(
      'Creates an animal for each row of a CSV file. Creates none if a row is invalid, or if the import fails or is stopped.',
    )
    .argument(
      '<file.csv>',
      `with a header: ${requiredColumns.join(', ')} and, optionally, ${optionalColumns.join(', ')}; others, such as id, are ignored`,
    )
    .addOption(
      new Option('--suggest', 'prints a mapping for a file with other columns, and imports nothing').conflicts([
        'mapping',
        'dryRun',
        'skipInvalid',
        'unnamed',
      ]),
    )
    .addOption(
      new Option('--mapping <file.json>', 'what the columns and words of the file mean, see --suggest').conflicts(
        'unnamed',
      ),
    )
    .option('--dry-run', 'says what would be imported, and imports nothing')
    .option(
      '--skip-invalid',
      'imports the valid rows, and writes the others with their reasons to <name>.rejected.csv beside the file',
    )
    .option('--unnamed <text>', 'name for animals whose name is empty, or a word for a missing name, such as NA')
    .addHelpText(
      'after',
      '\nExit code: 0 if all rows were imported, 2 if invalid rows were skipped, 1 after an error. After an error nothing was imported,\n' +
        'unless the message says so.',
    )
    .action(importFile);
}

async function importFile(path: string, options: ImportOptions): Promise<void> {
  const { unnamed } = options;
  const { workingDirectory } = readSettings();
  // Throws if the name is not valid, before the import starts.
  if (unnamed !== undefined) PetName.of(unnamed);
  const mapping =
    options.mapping === undefined ? ownMapping(unnamed) : await readMapping(resolve(workingDirectory, options.mapping));
  const absolutePath = resolve(workingDirectory, path);
  const { bytes, mode, size } = openFile(absolutePath);
  try {
    const file = await openCsv(absolutePath, bytes, options.suggest ? [] : columnsOf(mapping));
    if (options.suggest) {
      const { json, advice } = await suggestMapping(file);
      if (advice !== undefined) printMessage(advice);
      // It is the text of the file, so that it is printed without escape sequences also into a file.
      return await print(escapeControlCharactersInJson(json));
    }
    await withDatabase('write', (dataSource) =>
      withStopSignal('nothing was imported', (signal) => {
        signal.addEventListener('abort', () => bytes.destroy(signal.reason as Error));
        return importRows(dataSource, { ...file, bytes, mode, size }, mapping, options, signal);
      }),
    );
  } finally {
    bytes.destroy();
  }
}

/** @throws OperatorError if the file cannot be opened */
function openFile(path: string) {
  try {
    const fd = openSync(path, 'r');
    const stats = fstatSync(fd);
    // A file stream could not be stopped while its pipe is open and gives nothing: the process waits for the end of the read.
    const bytes = stats.isFIFO() ? new Socket({ fd, writable: false }) : createReadStream(path, { fd });
    return { bytes, mode: stats.mode, size: stats.size };
  } catch (error) {
    throw new OperatorError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

async function importRows(
  dataSource: DataSource,
  file: CsvFile & { readonly bytes: ReadStream | Socket; readonly mode: number; readonly size: number },
  mapping: Mapping,
  { skipInvalid = false, dryRun: isDryRun = false }: ImportOptions,
  signal: AbortSignal,
): Promise<void> {
  const { path } = file;
  const rejectedPath = join(dirname(path), `${basename(path, extname(path))}.rejected.csv`);
  // The owner must be able to correct the rows, also if the imported file is read-only.
  const rejectedMode = (file.mode & 0o666) | 0o600;
  const invalidRows = new InvalidRows(
    file,
    skipInvalid && !isDryRun ? rejectedPath : undefined,
    rejectedMode,
    isDryRun,
  );
  const progressBar = startProgressBar(isDryRun ? 'reading' : 'importing', file.size);
  async function* groups() {
    for await (const group of file.groups) {
      yield group;
      progressBar.update(file.bytes.bytesRead, { rows: group.at(-1)!.number - 1 });
    }
  }
  let isWaiting = false;
  const onWait = async () => {
    if (!isWaiting) printMessage('another import with keys is running: this one begins when the other has ended');
    isWaiting = true;
    await delay(retryInterval);
    signal.throwIfAborted();
  };
  const report = await new ImportPets(
    new TypeOrmPetRepository(dataSource),
    new TypeOrmImportKeys(),
    new TypeOrmTransactions(dataSource),
  )
    .execute(readNewPets({ ...file, groups: groups() }, invalidRows, mapping), {
      actor: operator,
      source: mapping.source,
      isDryRun,
      onWait,
      signal,
    })
    .catch(async (error: unknown) => {
      const isUnknown = error instanceof OutcomeUnknown;
      await invalidRows.close(isUnknown);
      if (isUnknown && invalidRows.count > 0) printMessage(`the invalid rows are in ${invalidRows.path}`);
      throw error;
    })
    .finally(() => progressBar.stop());
  await invalidRows.close(true).catch((cause: unknown) => {
    throw new OperatorError(`${formatCount(report.imported)} imported, but ${invalidRows.path} cannot be written`, {
      cause,
    });
  });
  if (isDryRun) {
    await printDryRun(report, invalidRows, skipInvalid);
  } else {
    await numberEvents(dataSource);
    await printImport(report, invalidRows);
  }
  printWarnings(report);
}

async function printImport({ imported, rows: { known } }: ImportReport, { count, path }: InvalidRows): Promise<void> {
  if (count > 0) process.exitCode = rowsSkippedExitCode;
  const repeated = known.count > 0 ? `, ${formatCount(known.count)} known from an earlier import` : '';
  const skipped = count > 0 ? `, ${formatCount(count)} invalid rows skipped: see ${path}` : '';
  await printDone(`${formatCount(imported)} imported${repeated}${skipped}`);
}

async function printDryRun(
  { imported, rows: { known }, values }: ImportReport,
  invalidRows: InvalidRows,
  skipInvalid: boolean,
): Promise<void> {
  if (invalidRows.count > 0) {
    process.exitCode = skipInvalid ? rowsSkippedExitCode : 1;
    printMessage(invalidRows.describe(skipInvalid ? ', and would be skipped' : ', so that nothing would be imported'));
  }
  const { compare } = new Intl.Collator('en', { numeric: true });
  const sorted = [...values].sort(([first], [second]) => compare(first, second));
  const lines = sorted.map(([value, count]) => `${formatCount(count)} with ${value}\n`);
  const repeated = `${formatCount(known.count)} known from an earlier import`;
  await print(`nothing was stored; ${formatCount(imported)} valid and new, ${repeated}\n${lines.join('')}`);
}

/** What a row of the report means, for those that the operator must know. */
const warnings = {
  repeated: 'the key is that of an earlier row of the file, so that the row is not imported',
  changed: 'the animal is known, and other values were imported. The store keeps what it has',
  deleted: 'the animal was imported and then deleted. It is not created again',
  stored: 'the store has an animal with this id. An import never changes an animal: the row counts as a new one',
  otherCategory: 'the animal with this id has another categoryId in the store. Has a spreadsheet rounded it?',
};

function printWarnings({ rows }: ImportReport): void {
  for (const [kind, warning] of Object.entries(warnings)) {
    const numbers = rows[kind as keyof typeof warnings];
    if (numbers.count > 0) printMessage(`${describeRows(numbers)}: ${warning}`);
  }
}
