import { ReadKeyLog } from '@petstore/access-application';
import { Command } from 'commander';
import { printTable, formatTime } from '../../table.ts';
import { withKeys } from './with-keys.ts';

export function logCommand(): Command {
  return new Command('log')
    .description('Shows the changes of all keys, oldest first: a table in a terminal, otherwise tab-separated lines.')
    .option('--json', 'prints a JSON array, times in ISO 8601')
    .action(showLog);
}

async function showLog({ json }: { json?: true }): Promise<void> {
  const entries = await withKeys((keys) => new ReadKeyLog(keys).execute());
  if (json) {
    const jsonEntries = entries.map(({ at, actor: by, action, publicId: key, name }) => ({
      at,
      by,
      action,
      key,
      name,
    }));
    return void process.stdout.write(`${JSON.stringify(jsonEntries, undefined, 2)}\n`);
  }
  printTable(
    ['when', 'who', 'did', 'key', 'name'],
    entries.map(({ at, actor, action, publicId, name }) => [formatTime(at), actor, action, publicId, name]),
  );
}
