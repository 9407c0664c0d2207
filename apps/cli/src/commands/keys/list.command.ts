import { ListKeys, type ListedKey } from '@petstore/access-application';
import { Command } from 'commander';
import { printTable, formatTime } from '../../table.ts';
import { withKeys } from './with-keys.ts';

export function listCommand(): Command {
  return new Command('list')
    .description('Lists all keys, oldest first: a table in a terminal, otherwise tab-separated lines.')
    .option('--json', 'prints a JSON array, times in ISO 8601')
    .action(listKeys);
}

async function listKeys({ json }: { json?: true }): Promise<void> {
  const keys = await withKeys((repository) => new ListKeys(repository).execute());
  if (json) return void process.stdout.write(`${JSON.stringify(keys.map(toJson), undefined, 2)}\n`);
  printTable(
    ['id', 'name', 'hint', 'created', 'last used', 'expires', 'state'],
    keys.map((key) => [
      key.publicId,
      key.name,
      `${key.hint}…`,
      formatTime(key.createdAt),
      formatTime(key.lastUsedAt),
      formatTime(key.expiresAt),
      key.state,
    ]),
  );
}

function toJson({ publicId: id, expiresAt, revokedAt, lastUsedAt, successorId, ...key }: ListedKey) {
  const absent = null;
  return {
    id,
    ...key,
    lastUsedAt: lastUsedAt ?? absent,
    expiresAt: expiresAt ?? absent,
    revokedAt: revokedAt ?? absent,
    successorId: successorId ?? absent,
  };
}
