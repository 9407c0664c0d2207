import { basename, extname, resolve } from 'node:path';
import { ImportPets } from '@petstore/pets-application';
import { PetName } from '@petstore/pets-domain';
import { describeError } from '@petstore/settings';
import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { CsvFile } from '../import/csv-file.ts';
import { NewPetCsvReader, optionalColumns, requiredColumns } from '../import/new-pet-csv-reader.ts';
import { AbortOnSignal } from '../import/abort-on-signal.ts';
import { printMessage } from '../print-message.ts';
import { ProgressBar } from '../import/progress-bar.ts';
import { RejectedFile } from '../import/rejected-file.ts';
import { unknownOutcomeError } from '../import/unknown-outcome-error.ts';
import { withDatabase } from '../with-database.ts';

interface ImportOptions {
  readonly rejected?: string;
  readonly unnamed?: string;
}

/** Exit code of an import that rejected some rows and imported the others. */
const rowsRejectedExitCode = 2;

/** The command `import`. */
export function importCommand(): Command {
  return new Command('import')
    .description('Creates an animal for each valid row of a CSV file. If it fails or is stopped, it creates none.')
    .argument(
      '<file.csv>',
      `UTF-8, with a header: ${requiredColumns.join(', ')} and, optionally, ${optionalColumns.join(', ')}; others, such as id, are ignored`,
    )
    .option(
      '--rejected <file>',
      'file for the invalid rows; replaced, or deleted if no row is invalid (default: <name>.rejected.csv in the current folder)',
    )
    .option('--unnamed <text>', 'name for animals whose name is empty')
    .addHelpText('after', '\nExit code: 0 if all rows were imported, 2 if some were rejected, 1 if the import failed.')
    .action(importFile);
}

async function importFile(
  path: string,
  { rejected: rejectedPath, unnamed: defaultName }: ImportOptions,
): Promise<void> {
  // Throws before the import starts if the default name is not a valid name.
  if (defaultName !== undefined) PetName.of(defaultName);
  const { TypeOrmPetRepository } = await import('@petstore/pets-infrastructure');
  const { workingDirectory, database } = readConfig();
  const file = await CsvFile.open(resolve(workingDirectory, path));
  const defaultRejectedPath = `${basename(path, extname(path))}.rejected.csv`;
  const abortOnSignal = new AbortOnSignal('nothing was imported');
  const { signal } = abortOnSignal;
  try {
    await withDatabase(database, async (dataSource) => {
      // Earlier signals end the process, because it has not written anything yet.
      abortOnSignal.start();
      const rejected = await RejectedFile.create(resolve(workingDirectory, rejectedPath || defaultRejectedPath), file);
      const progressBar = new ProgressBar(file.size);
      const newPets = new NewPetCsvReader(file, rejected, progressBar, defaultName).read(signal);
      const imported = await new ImportPets(new TypeOrmPetRepository(dataSource))
        .execute(newPets, () => signal.throwIfAborted())
        .catch((error: unknown) => rethrowFailure(error, rejected))
        .finally(() => progressBar.stop());
      // Reports before the database is closed, because closing may take seconds.
      await report(imported, rejected);
    });
  } finally {
    await file.close();
    abortOnSignal.stop();
  }
}

/** Deletes the draft of the rejected rows, unless the other rows may have been imported, and throws the error. */
async function rethrowFailure(error: unknown, rejected: RejectedFile): Promise<never> {
  const { ImportOutcomeUnknown } = await import('@petstore/pets-infrastructure');
  if (error instanceof ImportOutcomeUnknown && rejected.count > 0) throw unknownOutcomeError(error, rejected.draftPath);
  await rejected.discard();
  throw error instanceof ImportOutcomeUnknown ? unknownOutcomeError(error) : error;
}

/** Publishes the file of rejected rows, or deletes that of an earlier import, prints both counts, and sets the exit code. */
async function report(imported: number, rejected: RejectedFile): Promise<void> {
  let path = rejected.path;
  try {
    await rejected.publish();
    if (rejected.count === 0) await reportOutdated(rejected);
  } catch (error) {
    // The command does not fail, because the animals were created.
    printMessage(describeError(error));
    path = rejected.draftPath;
  }
  const count = new Intl.NumberFormat('en');
  const destination = rejected.count > 0 ? `, to ${path}` : '';
  process.stdout.write(`${count.format(imported)} imported, ${count.format(rejected.count)} rejected${destination}\n`);
  if (rejected.count > 0) process.exitCode = rowsRejectedExitCode;
}

async function reportOutdated(rejected: RejectedFile): Promise<void> {
  const outcome = await rejected.removeOutdated();
  if (outcome === 'deleted') printMessage(`deleted ${rejected.path} of an earlier import: this import rejected no row`);
  if (outcome === 'kept') printMessage(`${rejected.path} was not written by this import and is unchanged`);
}
