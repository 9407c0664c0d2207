import { basename, extname, join, resolve } from 'node:path';
import { OperatorError } from '@petstore/database';
import { ImportPets } from '@petstore/pets-application';
import { PetName } from '@petstore/pets-domain';
import { ImportOutcomeUnknown, TypeOrmPetRepository } from '@petstore/pets-infrastructure';
import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { CsvFile } from '../import/csv-file.ts';
import { Intake } from '../import/intake.ts';
import { Progress } from '../import/progress.ts';
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
  const rejected = await RejectedFile.at(
    rejectedPath ? resolve(currentFolder, rejectedPath) : join(currentFolder, defaultName),
    file,
  );
  const progress = new Progress(file.size);
  const intake = new Intake(file, rejected, progress, unnamed);
  try {
    const imported = await withDatabase(database, ({ dataSource }) =>
      new ImportPets(new TypeOrmPetRepository(dataSource)).execute(intake.newPets()),
    );
    progress.end();
    tellCounts(imported, rejected);
  } catch (error) {
    progress.end();
    // The rejected rows belong to animals that may be there.
    if (error instanceof ImportOutcomeUnknown) throw new OperatorError(unknownOutcome(error));
    await rejected.discard();
    throw error;
  }
}

/** PostgreSQL knows what became of a transaction, also after a restart. */
function unknownOutcome({ count, transactionId }: ImportOutcomeUnknown): string {
  return (
    `the connection was lost before the database confirmed the import: all ${count} animals were created, or none. ` +
    `To find out, run: psql "$(npm run -s petstore -- database)" -c "SELECT pg_xact_status('${transactionId}')" ` +
    '(committed: all were created; aborted: none was)'
  );
}

function tellCounts(imported: number, rejected: RejectedFile): void {
  const count = new Intl.NumberFormat('en');
  const where = rejected.count > 0 ? `, to ${rejected.path}` : '';
  process.stdout.write(`${count.format(imported)} imported, ${count.format(rejected.count)} rejected${where}\n`);
  if (rejected.count > 0) process.exitCode = someRejected;
}
