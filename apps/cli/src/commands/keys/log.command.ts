import { ReadKeyLog } from '@petstore/access-application';
import { Command } from 'commander';
import { printTable, shortTime } from '../../table.ts';
import { withKeys } from './with-keys.ts';

export function logCommand(): Command {
  return new Command('log')
    .description(
      'Shows who did what to which key, the oldest first: a table in a terminal, tab-separated lines elsewhere.',
    )
    .option('--json', 'prints it as a JSON array, times as ISO 8601')
    .action(showLog);
}

async function showLog({ json }: { json?: true }): Promise<void> {
  const entries = await withKeys((keys) => new ReadKeyLog(keys).execute());
  if (json) {
    const picture = entries.map(({ at, actor: by, action, publicId: key, name }) => ({ at, by, action, key, name }));
    return void process.stdout.write(`${JSON.stringify(picture, undefined, 2)}\n`);
  }
  printTable(
    ['when', 'who', 'did', 'key', 'name'],
    entries.map(({ at, actor, action, publicId, name }) => [shortTime(at), actor, action, publicId, name]),
  );
}
