import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { readDatabase, withDatabase } from '../with-database.ts';

const upToDate = 'nothing to do: the schema is up to date';

/** The command `migrate`. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Runs pending migrations, as the service does at its start, and prints their names.')
    .option('--dry-run', 'prints the SQL of the pending migrations for psql, and changes nothing')
    .action(({ dryRun }: { dryRun?: true }) => (dryRun ? printSql() : migrate()));
}

async function migrate(): Promise<void> {
  const migrationNames = await withDatabase(readConfig().database, async (_, names) => names);
  const lines = migrationNames.length > 0 ? migrationNames.map((name) => `ran ${name}`) : [upToDate];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** The message is an SQL comment, because psql may read the output. */
async function printSql(): Promise<void> {
  const sql = await readDatabase(readConfig().database, (database) => database.pendingSql());
  process.stdout.write(sql ?? `-- ${upToDate}\n`);
}
