import { TypeOrmTransactions } from '@petstore/database';
import { ExportPets } from '@petstore/pets-application';
import { TypeOrmPetRepository } from '@petstore/pets-infrastructure';
import { Command, Option } from 'commander';
import { toCsv } from './csv.ts';
import { formatCount, print, printMessage } from './output.ts';
import { exportColumns } from './pet-columns.ts';
import { petsToCsv, petsToJsonLines } from './pet-csv.ts';
import { startProgressBar } from './progress-bar.ts';
import { withDatabase, type DataSource } from './with-database.ts';
import { withStopSignal } from './with-stop-signal.ts';

/** The text before the animals, and that of animals. */
const formats = {
  csv: { start: toCsv([exportColumns]), write: petsToCsv },
  jsonl: { start: '', write: petsToJsonLines },
};

/** The command `export`. */
export function exportCommand(): Command {
  return new Command('export')
    .description('Prints all animals of one snapshot as CSV, which `petstore import` reads, or as JSON Lines.')
    .addOption(
      new Option(
        '--format <format>',
        'csv for spreadsheets, or jsonl for programs: a JSON object a line, exact integers',
      )
        .choices(Object.keys(formats))
        .default('csv'),
    )
    .addHelpText(
      'after',
      '\nExit code: 0 if the export is complete, otherwise 1, also if the output is closed early.\n' +
        'Texts that a spreadsheet could execute as formulas get an apostrophe. `petstore import` removes it.',
    )
    .action(({ format }: { format: keyof typeof formats }) =>
      withDatabase('read', (dataSource) =>
        withStopSignal('the output is incomplete', (signal) => printPets(dataSource, format, signal)),
      ),
    );
}

async function printPets(dataSource: DataSource, format: keyof typeof formats, signal: AbortSignal): Promise<void> {
  const exportPets = new ExportPets(new TypeOrmPetRepository(dataSource), new TypeOrmTransactions(dataSource));
  const { start, write } = formats[format];
  // In a terminal, a progress bar among the rows of the output would make both unreadable.
  const progressBar = process.stdout.isTTY ? undefined : startProgressBar('exporting', 1);
  let rows = 0;
  try {
    await print(start);
    await exportPets.execute(async (pets, progress) => {
      signal.throwIfAborted();
      await print(write(pets), signal);
      rows += pets.length;
      progressBar?.update(progress, { rows });
    });
    signal.throwIfAborted();
  } finally {
    progressBar?.stop();
  }
  printMessage(`${formatCount(rows)} exported`);
}
