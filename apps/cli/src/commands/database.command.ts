import type { DatabaseSettings } from '@petstore/database/settings';
import { OperatorError } from '@petstore/settings';
import { Command } from 'commander';
import { readConfig } from '../config.ts';

/** The command `database`. */
export function databaseCommand(): Command {
  return new Command('database')
    .description(
      'Prints the URL of the database, for psql and pg_dump. The URL contains the password if DATABASE_URL does.',
    )
    .addHelpText(
      'after',
      '\nThe embedded PostgreSQL runs only while the service or another command uses it. Otherwise this command prints no URL\n' +
        'and exits with 1. Therefore a script must check the exit code:\n' +
        '\n  URL=$(npm run -s petstore -- database) && psql "$URL"',
    )
    .action(async () => void process.stdout.write(`${await urlOf(readConfig().database)}\n`));
}

/** @throws OperatorError if the embedded server is not running, because nothing can connect to the URL */
async function urlOf(database: DatabaseSettings): Promise<string> {
  if (database.kind === 'external') return database.url;
  const { EmbeddedPostgres } = await import('@petstore/database');
  const url = EmbeddedPostgres.findRunning(database.directory);
  if (url !== undefined) return url;
  throw new OperatorError(
    `the embedded PostgreSQL in ${database.directory} is not running: it runs only while the service or another command ` +
      'uses it. Start the service with "npm start", then run this command again',
  );
}
