import { resolve } from 'node:path';
import { ExportPets } from '@petstore/pets-application';
import { Command } from 'commander';
import { readConfig } from '../config.ts';
import type { CsvOutput } from '../export/csv-output.ts';
import { ExportFile } from '../export/export-file.ts';
import { petCsvHeader, petCsvLines } from '../export/pet-csv.ts';
import { StandardOutput } from '../export/standard-output.ts';
import { AbortOnSignal } from '../import/abort-on-signal.ts';
import { ProgressBar } from '../import/progress-bar.ts';
import { printMessage } from '../print-message.ts';
import { withDatabase } from '../with-database.ts';

/** The argument that means standard output. */
const standardOutput = '-';

const number = new Intl.NumberFormat('en');

/** The command `export`. */
export function exportCommand(): Command {
  return new Command('export')
    .description('Writes all animals of one snapshot as CSV, which `petstore import` reads.')
    .argument('[file.csv]', 'file to create; - is standard output', standardOutput)
    .option('--force', 'replaces an existing file')
    .addHelpText(
      'after',
      '\nThe file appears when the export is complete. If the export fails or is stopped, no file appears or changes.\n' +
        "Cells that a spreadsheet could execute as formulas get the prefix '. `petstore import` removes it.",
    )
    .action(exportPets);
}

async function exportPets(file: string, { force = false }: { force?: boolean }): Promise<void> {
  const { workingDirectory, database } = readConfig();
  const path = file === standardOutput ? undefined : resolve(workingDirectory, file);
  const abortOnSignal = new AbortOnSignal(path === undefined ? 'the output is incomplete' : 'nothing was exported');
  const { signal } = abortOnSignal;
  try {
    await withDatabase(database, async (dataSource) => {
      const { TypeOrmPetRepository } = await import('@petstore/pets-infrastructure');
      // Earlier signals end the process, because it has not written anything yet.
      abortOnSignal.start();
      const output = path === undefined ? new StandardOutput() : await ExportFile.create(path, force);
      const exporting = writePets(new ExportPets(new TypeOrmPetRepository(dataSource)), output, signal);
      const count = await exporting.catch(async (error: unknown) => {
        await output.discard();
        throw error;
      });
      // Reports before the database is closed, because closing may take seconds.
      if (path === undefined) printMessage(`${number.format(count)} exported`);
      else process.stdout.write(`${number.format(count)} exported to ${path}\n`);
    });
  } finally {
    abortOnSignal.stop();
  }
}

/** Returns the number of pets. */
async function writePets(exportPetsCase: ExportPets, output: CsvOutput, signal: AbortSignal): Promise<number> {
  // A bar between the lines of the output would make both unreadable.
  const isOutputInTerminal = output instanceof StandardOutput && process.stdout.isTTY;
  const progressBar = isOutputInTerminal ? undefined : new ProgressBar(1, 'exporting');
  try {
    await output.write(petCsvHeader);
    const count = await exportPetsCase.execute(async (pets, progress) => {
      signal.throwIfAborted();
      await output.write(petCsvLines(pets));
      progressBar?.advanceTo(progress, pets.length);
    });
    signal.throwIfAborted();
    await output.finish();
    return count;
  } finally {
    progressBar?.stop();
  }
}
