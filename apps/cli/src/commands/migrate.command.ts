import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { withDatabase } from '../with-database.ts';

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Brings the schema up to date, as the service does when it starts, and says what was done.')
    .action(migrate);
}

async function migrate(): Promise<void> {
  const migrated = await withDatabase(readConfig().database, async ({ migrated: names }) => names);
  const lines =
    migrated.length > 0 ? migrated.map((name) => `ran ${name}`) : ['nothing to do: the schema is up to date'];
  process.stdout.write(`${lines.join('\n')}\n`);
}
