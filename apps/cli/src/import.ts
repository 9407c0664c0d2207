import { open, type FileHandle } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { OutcomeUnknown, TypeOrmTransactions } from '@petstore/database';
import { ImportPets } from '@petstore/pets-application';
import { PetName } from '@petstore/pets-domain';
import { TypeOrmPetRepository } from '@petstore/pets-infrastructure';
import { OperatorError } from '@petstore/operations';
import { Command } from 'commander';
import { readConfig } from './config.ts';
import { readCsv, type CsvRow } from './csv.ts';
import { InvalidRows } from './invalid-rows.ts';
import { numberEvents } from './number-events.ts';
import { operator } from './operator.ts';
import { formatCount, printDone, printMessage } from './output.ts';
import { optionalColumns, readNewPets, requiredColumns } from './pet-csv.ts';
import { startProgressBar } from './progress-bar.ts';
import { withDatabase } from './with-database.ts';
import { withStopSignal } from './with-stop-signal.ts';

interface ImportOptions {
  readonly skipInvalid?: true;
  readonly unnamed?: string;
}

/** Exit code of an import that skipped some rows and imported the others. */
const rowsSkippedExitCode = 2;

/** The command `import`. */
export function importCommand(): Command {
  return new Command('import')
    .description(
      'Creates an animal for each row of a CSV file. Creates none if a row is invalid, or if the import fails or is stopped.',
    )
    .argument(
      '<file.csv>',
      `UTF-8, with a header: ${requiredColumns.join(', ')} and, optionally, ${optionalColumns.join(', ')}; others, such as id, are ignored`,
    )
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

async function importFile(path: string, { skipInvalid, unnamed }: ImportOptions): Promise<void> {
  // Throws if the name is not valid, before the import starts.
  if (unnamed !== undefined) PetName.of(unnamed);
  const source = resolve(readConfig().workingDirectory, path);
  const rejectedPath = join(dirname(source), `${basename(source, extname(source))}.rejected.csv`);
  const file = await open(source).catch((error: Error) => {
    throw new OperatorError(`${source} cannot be read: ${error.message}`);
  });
  try {
    await withDatabase('write', (dataSource) =>
      withStopSignal('nothing was imported', async (signal) => {
        const importPets = new ImportPets(new TypeOrmPetRepository(dataSource), new TypeOrmTransactions(dataSource));
        // The owner must be able to correct the rows, also if the imported file is read-only.
        const mode = ((await file.stat()).mode & 0o666) | 0o600;
        const invalidRows = new InvalidRows(skipInvalid && rejectedPath, mode);
        const count = await importRows(importPets, { source, file, invalidRows, unnamed, signal });
        await numberEvents(dataSource);
        await report(count, invalidRows);
      }),
    );
  } finally {
    await file.close();
  }
}

interface Import {
  readonly source: string;
  readonly file: FileHandle;
  readonly invalidRows: InvalidRows;
  readonly unnamed: string | undefined;
  readonly signal: AbortSignal;
}

async function importRows(
  importPets: ImportPets,
  { source, file, invalidRows, unnamed, signal }: Import,
): Promise<number> {
  const bytes = file.createReadStream();
  const progressBar = startProgressBar('importing', (await file.stat()).size);
  async function* rows(): AsyncGenerator<CsvRow> {
    for await (const row of readCsv(source, bytes)) {
      signal.throwIfAborted();
      yield row;
      progressBar.update(bytes.bytesRead, { rows: row.number - 1 });
    }
  }
  const beforeCommit = () => signal.throwIfAborted();
  const count = await importPets
    .execute(readNewPets(rows(), invalidRows, unnamed), operator, beforeCommit)
    .catch(async (error: unknown) => {
      const isUnknown = error instanceof OutcomeUnknown;
      await invalidRows.close(isUnknown);
      if (isUnknown && invalidRows.count > 0) printMessage(`the invalid rows are in ${invalidRows.path}`);
      throw error;
    })
    .finally(() => progressBar.stop());
  await invalidRows.close(true).catch((cause: unknown) => {
    throw new OperatorError(`${formatCount(count)} imported, but ${invalidRows.path} cannot be written`, { cause });
  });
  return count;
}

async function report(imported: number, { count, path }: InvalidRows): Promise<void> {
  const skipped = count > 0 ? `, ${formatCount(count)} invalid rows skipped: see ${path}` : '';
  if (count > 0) process.exitCode = rowsSkippedExitCode;
  await printDone(`${formatCount(imported)} imported${skipped}`);
}
