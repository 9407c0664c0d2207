import { basename, extname, resolve } from 'node:path';
import { OperatorError, reasonOf } from '@petstore/database';
import { ImportPets } from '@petstore/pets-application';
import { PetName } from '@petstore/pets-domain';
import { ImportOutcomeUnknown, TypeOrmPetRepository } from '@petstore/pets-infrastructure';
import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { CsvFile } from '../import/csv-file.ts';
import { Intake } from '../import/csv-to-new-pets.ts';
import { Interruption } from '../import/abort-on-signal.ts';
import { Progress } from '../import/progress-bar.ts';
import { RejectedFile } from '../import/rejected-file.ts';
import { withDatabase } from '../with-database.ts';

interface ImportOptions {
  readonly rejected?: string;
  readonly unnamed?: string;
}

const someRejected = 2;

export function importCommand(): Command {
  return new Command('import')
    .description('Creates an animal for each row of a CSV file: all valid rows or, when it fails or is stopped, none.')
    .argument('<file.csv>', 'UTF-8, with a header: name, categoryId and, if you like, status')
    .option('--rejected <file>', 'where rows that are no valid animal go (default: <name>.rejected.csv, here)')
    .option('--unnamed <text>', 'names the animals whose name is empty')
    .addHelpText('after', '\nExit code: 0 when every row went in, 2 when some were rejected, 1 when it failed.')
    .action(importFile);
}

async function importFile(path: string, { rejected: rejectedPath, unnamed }: ImportOptions): Promise<void> {
  if (unnamed !== undefined) PetName.of(unnamed);
  const { currentFolder, database } = readConfig();
  const file = await CsvFile.open(resolve(currentFolder, path));
  const defaultName = `${basename(path, extname(path))}.rejected.csv`;
  const interruption = new Interruption();
  try {
    await withDatabase(database, async ({ dataSource }) => {
      // A signal that comes earlier ends the process: nothing was written yet.
      interruption.begin();
      const rejected = await RejectedFile.at(resolve(currentFolder, rejectedPath || defaultName), file);
      const importPets = new ImportPets(new TypeOrmPetRepository(dataSource));
      const imported = await importRows(importPets, file, rejected, unnamed, interruption.signal);
      // Reported before the database is closed, because that may take seconds.
      await report(imported, rejected);
    });
  } finally {
    await file.close();
    interruption.end();
  }
}

async function importRows(
  importPets: ImportPets,
  file: CsvFile,
  rejected: RejectedFile,
  unnamed: string | undefined,
  signal: AbortSignal,
): Promise<number> {
  const progress = new Progress(file.size);
  try {
    const newPets = new Intake(file, rejected, progress, unnamed).newPets(signal);
    return await importPets.execute(newPets, () => signal.throwIfAborted());
  } catch (error) {
    if (error instanceof ImportOutcomeUnknown && rejected.count > 0) throw unknownOutcome(error, rejected.draft);
    await rejected.discard();
    throw error instanceof ImportOutcomeUnknown ? unknownOutcome(error) : error;
  } finally {
    progress.end();
  }
}

/**
 * PostgreSQL knows what became of a transaction, also after a restart.
 * @param draft the rejected rows, which are kept because they belong to animals that may exist
 */
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
    // The animals are created, so this is no failure of the import.
    process.stderr.write(`petstore: ${reasonOf(error)}\n`);
    path = rejected.draft;
  }
  const count = new Intl.NumberFormat('en');
  const where = rejected.count > 0 ? `, to ${path}` : '';
  process.stdout.write(`${count.format(imported)} imported, ${count.format(rejected.count)} rejected${where}\n`);
  if (rejected.count > 0) process.exitCode = someRejected;
}
