import { basename, extname, resolve } from 'node:path';
import { ImportPets } from '@petstore/pets-application';
import { PetName } from '@petstore/pets-domain';
import { ImportOutcomeUnknown, TypeOrmPetRepository } from '@petstore/pets-infrastructure';
import { OperatorError, describeError } from '@petstore/settings';
import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { CsvFile } from '../import/csv-file.ts';
import { CsvToNewPets, optionalColumns, requiredColumns } from '../import/csv-to-new-pets.ts';
import { AbortOnSignal } from '../import/abort-on-signal.ts';
import { ProgressBar } from '../import/progress-bar.ts';
import { RejectedFile } from '../import/rejected-file.ts';
import { withDatabase } from '../with-database.ts';

interface ImportOptions {
  readonly rejected?: string;
  readonly unnamed?: string;
}

const rowsRejectedExitCode = 2;

export function importCommand(): Command {
  return new Command('import')
    .description('Creates an animal for each valid row of a CSV file. If it fails or is stopped, it creates none.')
    .argument(
      '<file.csv>',
      `UTF-8, with a header: ${requiredColumns.join(', ')} and, optionally, ${optionalColumns.join(', ')}`,
    )
    .option('--rejected <file>', 'file for the invalid rows (default: <name>.rejected.csv in the current folder)')
    .option('--unnamed <text>', 'name for animals whose name is empty')
    .addHelpText('after', '\nExit code: 0 if all rows were imported, 2 if some were rejected, 1 if the import failed.')
    .action(importFile);
}

async function importFile(path: string, { rejected: rejectedPath, unnamed }: ImportOptions): Promise<void> {
  if (unnamed !== undefined) PetName.of(unnamed);
  const { currentFolder, database } = readConfig();
  const file = await CsvFile.open(resolve(currentFolder, path));
  const defaultName = `${basename(path, extname(path))}.rejected.csv`;
  const abortOnSignal = new AbortOnSignal();
  const { signal } = abortOnSignal;
  try {
    await withDatabase(database, async (dataSource) => {
      // Before this, a signal ends the process, because nothing has been written yet.
      abortOnSignal.start();
      const rejected = await RejectedFile.at(resolve(currentFolder, rejectedPath || defaultName), file);
      const progressBar = new ProgressBar(file.size);
      const newPets = new CsvToNewPets(file, rejected, progressBar, unnamed).read(signal);
      const imported = await new ImportPets(new TypeOrmPetRepository(dataSource))
        .execute(newPets, () => signal.throwIfAborted())
        .catch((error: unknown) => failImport(error, rejected))
        .finally(() => progressBar.stop());
      // Before the database is closed, because that may take seconds.
      await report(imported, rejected);
    });
  } finally {
    await file.close();
    abortOnSignal.stop();
  }
}

/** Rethrows the error. Keeps the rejected rows only if the other rows may have been imported. */
async function failImport(error: unknown, rejected: RejectedFile): Promise<never> {
  if (error instanceof ImportOutcomeUnknown && rejected.count > 0) throw unknownOutcome(error, rejected.draft);
  await rejected.discard();
  throw error instanceof ImportOutcomeUnknown ? unknownOutcome(error) : error;
}

/** Creates an error that says how to query the outcome of the transaction, which PostgreSQL keeps across a restart. */
function unknownOutcome({ count, transactionId }: ImportOutcomeUnknown, draft?: string): OperatorError {
  return new OperatorError(
    `the connection was lost before the database confirmed the import: all ${count} animals were created, or none. ` +
      `To find out, run: psql "$(npm run -s petstore -- database)" -c "SELECT pg_xact_status('${transactionId}')" ` +
      '(committed: all were created; aborted: none was)' +
      (draft ? `. The rejected rows are in ${draft}` : ''),
  );
}

async function report(imported: number, rejected: RejectedFile): Promise<void> {
  let path = rejected.path;
  try {
    await rejected.publish();
  } catch (error) {
    // Not an error of the command, because the animals were created.
    process.stderr.write(`petstore: ${describeError(error)}\n`);
    path = rejected.draft;
  }
  const count = new Intl.NumberFormat('en');
  const where = rejected.count > 0 ? `, to ${path}` : '';
  process.stdout.write(`${count.format(imported)} imported, ${count.format(rejected.count)} rejected${where}\n`);
  if (rejected.count > 0) process.exitCode = rowsRejectedExitCode;
}
