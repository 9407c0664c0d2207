import { describeError } from '@petstore/settings';
import { Command } from 'commander';
import { databaseCommand } from './commands/database.command.ts';
import { doctorCommand } from './commands/doctor.command.ts';
import { exportCommand } from './commands/export.command.ts';
import { importCommand } from './commands/import.command.ts';
import { keysCommand } from './commands/keys/keys.command.ts';
import { migrateCommand } from './commands/migrate.command.ts';
import { seedCommand } from './commands/seed.command.ts';
import { printMessage } from './print-message.ts';
import { PromptInterrupted } from './prompt-password.ts';
import { version } from './version.ts';

/** 128 + SIGINT, the exit code of a shell for a program that Ctrl-C ended. */
const interruptedExitCode = 130;

const program = new Command('petstore')
  .description('Manages the API keys, the animals and the database of the Petstore service.')
  .version(version, '-V, --version', 'prints the version')
  .addHelpText(
    'after',
    '\nUses the database of DATABASE_URL. Without DATABASE_URL, uses the embedded PostgreSQL in DATA_DIR. Each command that\n' +
      'opens the database names it on standard error.',
  )
  .addCommand(keysCommand())
  .addCommand(importCommand())
  .addCommand(exportCommand())
  .addCommand(seedCommand())
  .addCommand(migrateCommand())
  .addCommand(databaseCommand())
  .addCommand(doctorCommand());
configureHelp(program, 'petstore');

// The reader of standard output may close the pipe early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  printMessage(`standard output cannot be written: ${error.message}`);
  process.exit(1);
});
// If the terminal closes, an import that waits for the result of COMMIT must continue.
process.stderr.on('error', () => undefined);

try {
  await program.parseAsync();
} catch (error) {
  const isInterrupted = error instanceof PromptInterrupted;
  if (!isInterrupted) printMessage(describeError(error));
  process.exitCode = isInterrupted ? interruptedExitCode : 1;
}

/** Gives the command and its subcommands the same help options. @param name the words that call the command */
function configureHelp(command: Command, name: string): void {
  command
    .helpOption('-h, --help', 'prints this help')
    .helpCommand('help [command]', 'prints the help of a command')
    .showHelpAfterError(`(run "${name} --help" for usage)`);
  for (const subcommand of command.commands) configureHelp(subcommand, `${name} ${subcommand.name()}`);
}
