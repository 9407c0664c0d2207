import { readFileSync } from 'node:fs';
import { describeError, requireNode } from '@petstore/operations';
import { Command } from 'commander';
import { deliverCommand } from './deliver.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { keysCommand } from './keys.ts';
import { migrateCommand } from './migrate.ts';
import { OutputClosed, printMessage, writeError } from './output.ts';
import { seedCommand } from './seed.ts';

const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(manifest) as { version: string };

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
  .addCommand(deliverCommand(version));
configureHelp(program, 'petstore');

// `print` reports the errors of standard output.
process.stdout.on('error', () => undefined);
// If the terminal closes, an import that waits for the result of COMMIT must continue.
process.stderr.on('error', () => undefined);

try {
  requireNode();
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof OutputClosed)) printMessage(describeError(error));
  process.exitCode = 1;
  // Output that nobody reads must not keep the process alive. Without it, the embedded PostgreSQL may have to be stopped first.
  if (process.stdout.writableLength > 0) process.exit();
}

/** Gives the command and its subcommands the same help options and output of errors. @param name the words that call the command */
function configureHelp(command: Command, name: string): void {
  command
    .helpOption('-h, --help', 'prints this help')
    .helpCommand('help [command]', 'prints the help of a command')
    .configureOutput({ writeErr: writeError })
    .showHelpAfterError(`(run "${name} --help" for usage)`);
  for (const subcommand of command.commands) configureHelp(subcommand, `${name} ${subcommand.name()}`);
}
