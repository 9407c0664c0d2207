import { resolve } from 'node:path';
import { OperatorError, escapeControlCharacters } from '@petstore/settings';
import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { AbortOnSignal } from '../import/abort-on-signal.ts';
import { RowCounter } from '../row-counter.ts';

interface UpgradeOptions {
  readonly oldBinaries?: string;
  readonly ignoreOtherObjects?: boolean;
}

/** The command `upgrade-database`. */
export function upgradeDatabaseCommand(): Command {
  return new Command('upgrade-database')
    .description("Upgrades the embedded PostgreSQL's data of an older major version to the version of this release.")
    .option(
      '--old-binaries <dir>',
      'folder with bin/postgres of the old version (default: npm installs it temporarily)',
    )
    .option('--ignore-other-objects', 'leave out tables and other objects that petstore did not create')
    .addHelpText(
      'after',
      '\nThe service must be stopped. The old data is kept. The command can be stopped at any time, and repeated.',
    )
    .action(upgrade);
}

async function upgrade({ oldBinaries, ignoreOtherObjects = false }: UpgradeOptions): Promise<void> {
  const { database, workingDirectory } = readConfig();
  if (database.kind === 'external') {
    throw new OperatorError('DATABASE_URL is set: upgrade that PostgreSQL with its own tools, such as pg_upgrade');
  }
  const [{ persistence }, { upgradeDatabase }] = await Promise.all([
    import('@petstore/contexts'),
    import('@petstore/database'),
  ]);
  const abortOnSignal = new AbortOnSignal('the data is unchanged');
  const counter = new RowCounter();
  abortOnSignal.start();
  try {
    const result = await upgradeDatabase(database.directory, persistence, {
      oldBinaries: oldBinaries === undefined ? undefined : resolve(workingDirectory, oldBinaries),
      ignoreOtherObjects,
      signal: abortOnSignal.signal,
      report: (message) => counter.print(`petstore: ${escapeControlCharacters(message)}`),
      onRows: (table, rows, total) => counter.update(table, rows, total),
    });
    counter.stop();
    process.stdout.write(`${result}\n`);
  } finally {
    counter.stop();
    abortOnSignal.stop();
  }
}
