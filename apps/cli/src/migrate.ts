import { Command } from 'commander';
import { printDone } from './output.ts';
import { withDatabase } from './with-database.ts';

/** The command `migrate`. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description(
      'Runs pending migrations, as the service does at its start, and prints their names. Raises sequences that are behind their tables.',
    )
    .action(() => withDatabase('migrate', (_, names) => printNames(names)));
}

async function printNames(names: readonly string[]): Promise<void> {
  if (names.length === 0) await printDone('nothing to do: the schema is up to date');
  else await printDone(names.map((name) => `ran ${name}`).join('\n'));
}
