import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { withDatabase } from '../with-database.ts';

/** The command `migrate`. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Runs pending migrations, as the service does at its start, and prints their names.')
    .action(migrate);
}

async function migrate(): Promise<void> {
  const migrationNames = await withDatabase(readConfig().database, async (_, names) => names);
  const lines =
    migrationNames.length > 0
      ? migrationNames.map((name) => `ran ${name}`)
      : ['nothing to do: the schema is up to date'];
  process.stdout.write(`${lines.join('\n')}\n`);
}
