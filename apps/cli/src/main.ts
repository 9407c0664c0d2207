import { describeError } from '@petstore/settings';
import { Command } from 'commander';
import { databaseCommand } from './commands/database.command.ts';
import { importCommand } from './commands/import.command.ts';
import { keysCommand } from './commands/keys/keys.command.ts';
import { migrateCommand } from './commands/migrate.command.ts';
import { upgradeDatabaseCommand } from './commands/upgrade-database.command.ts';

const program = new Command('petstore')
  .description('Manages the API keys, the animals and the database of the Petstore service.')
  .addHelpText(
    'after',
    '\nUses the database of DATABASE_URL. Without DATABASE_URL, uses the embedded PostgreSQL in DATA_DIR.',
  )
  .addCommand(keysCommand())
  .addCommand(importCommand())
  .addCommand(migrateCommand())
  .addCommand(databaseCommand())
  .addCommand(upgradeDatabaseCommand())
  .showHelpAfterError('(run petstore --help for usage)');

// The reader of standard output may close the pipe early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
// If the terminal closes, an import that waits for the result of COMMIT must continue.
process.stderr.on('error', () => undefined);

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`petstore: ${describeError(error)}\n`);
  process.exitCode = 1;
}
