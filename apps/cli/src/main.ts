import { describeError } from '@petstore/settings';
import { Command } from 'commander';
import { databaseCommand } from './commands/database.command.ts';
import { importCommand } from './commands/import.command.ts';
import { keysCommand } from './commands/keys/keys.command.ts';
import { migrateCommand } from './commands/migrate.command.ts';

const program = new Command('petstore')
  .description('Runs the store: its keys, its animals, its database.')
  .addHelpText('after', '\nThe database is the one of DATABASE_URL or, without it, the embedded one under DATA_DIR.')
  .addCommand(keysCommand())
  .addCommand(importCommand())
  .addCommand(migrateCommand())
  .addCommand(databaseCommand())
  .showHelpAfterError('(petstore --help tells more)');

// Whoever reads the output may stop early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
// A terminal that was closed must not end an import while it waits for the answer to COMMIT.
process.stderr.on('error', () => undefined);

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`petstore: ${describeError(error)}\n`);
  process.exitCode = 1;
}
