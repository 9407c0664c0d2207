import { OperatorError } from '@petstore/database';
import { DomainError } from '@petstore/kernel';
import { Command } from 'commander';
import { databaseCommand } from './commands/database.command.ts';
import { importCommand } from './commands/import.command.ts';
import { keysCommand } from './commands/keys.command.ts';
import { migrateCommand } from './commands/migrate.command.ts';

const program = new Command('petstore')
  .description('Runs the store: its keys, its animals, its database.')
  .addHelpText('after', '\nThe database is the one of DATABASE_URL or, without it, the embedded one under DATA_DIR.')
  .addCommand(keysCommand())
  .addCommand(importCommand())
  .addCommand(migrateCommand())
  .addCommand(databaseCommand())
  .showHelpAfterError('(petstore --help tells more)');

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`petstore: ${reasonOf(error)}\n`);
  process.exitCode = 1;
}

/** What an operator can mend is told in a line; anything else is a fault of ours and keeps its stack. */
function reasonOf(error: unknown): string {
  if (error instanceof OperatorError || error instanceof DomainError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
