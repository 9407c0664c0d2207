import { EmbeddedPostgres } from '@petstore/database';
import { Command } from 'commander';
import { readConfig } from '../config.ts';

/** The command `database`. */
export function databaseCommand(): Command {
  return new Command('database')
    .description('Prints the URL of the database, for psql and pg_dump. It contains the password, if there is one.')
    .action(printUrl);
}

function printUrl(): void {
  const { database } = readConfig();
  if (database.notice) process.stderr.write(`petstore: ${database.notice}\n`);
  if (database.kind === 'external') return void process.stdout.write(`${database.url}\n`);
  const { url, isRunning } = EmbeddedPostgres.find(database.directory);
  process.stdout.write(`${url}\n`);
  if (!isRunning)
    process.stderr.write('petstore: the embedded PostgreSQL is not running; it runs while the service runs\n');
}
