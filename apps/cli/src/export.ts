import { TypeOrmTransactions } from '@petstore/database';
import { ExportPets } from '@petstore/pets-application';
import { TypeOrmPetRepository } from '@petstore/pets-infrastructure';
import { Command } from 'commander';
import { toCsv } from './csv.ts';
import { formatCount, print, printMessage } from './output.ts';
import { exportColumns, petsToCsv } from './pet-csv.ts';
import { startProgressBar } from './progress-bar.ts';
import { withDatabase } from './with-database.ts';
import { withStopSignal } from './with-stop-signal.ts';

/** The command `export`. */
export function exportCommand(): Command {
  return new Command('export')
    .description('Prints all animals of one snapshot as CSV, which `petstore import` reads.')
    .addHelpText(
      'after',
      '\nExit code: 0 if the export is complete, otherwise 1, also if the output is closed early.\n' +
        'Texts that a spreadsheet could execute as formulas get an apostrophe. `petstore import` removes it.',
    )
    .action(() =>
      withDatabase('read', (dataSource) =>
        withStopSignal('the output is incomplete', (signal) =>
          printPets(new ExportPets(new TypeOrmPetRepository(dataSource), new TypeOrmTransactions(dataSource)), signal),
        ),
      ),
    );
}

async function printPets(exportPets: ExportPets, signal: AbortSignal): Promise<void> {
  // In a terminal, a progress bar among the rows of the output would make both unreadable.
  const progressBar = process.stdout.isTTY ? undefined : startProgressBar('exporting', 1);
  let rows = 0;
  try {
    await print(toCsv([exportColumns]));
    await exportPets.execute(async (pets, progress) => {
      signal.throwIfAborted();
      await print(petsToCsv(pets));
      rows += pets.length;
      progressBar?.update(progress, { rows });
    });
    signal.throwIfAborted();
  } finally {
    progressBar?.stop();
  }
  printMessage(`${formatCount(rows)} exported`);
}
