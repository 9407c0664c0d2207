import { userInfo } from 'node:os';
import { Actor, Duration, Expiry, KeyName } from '@petstore/access-domain';
import { Command, Option } from 'commander';
import { issueKey, listKeys, pruneKeys, revokeKey, rotateKey, showLog } from './key-actions.ts';

/** The command `keys` with its subcommands. */
export function keysCommand(): Command {
  const keys = new Command('keys');
  keys.description('Issues, lists, rotates, revokes and deletes API keys, and shows the log of these changes.');
  const by = new Option('--by <who>', `your name for the log: ${Actor.allowed}`);
  by.default(systemUser(), 'the user of the process');
  const json = new Option('--json', 'prints a JSON array, times in ISO 8601');
  keys
    .command('issue')
    .description(
      'Issues a key and prints only the key on standard output. The key is not stored and cannot be shown again.',
    )
    .argument('<name>', `name of the key, such as its holder: ${KeyName.allowed}`)
    .option('--expires <when>', `when the key expires: ${Expiry.allowed} (default: never)`)
    .addOption(by)
    .action(issueKey);
  keys
    .command('list')
    .description('Lists all keys, oldest first: a table in a terminal, otherwise tab-separated lines.')
    .addOption(json)
    .action(listKeys);
  keys
    .command('rotate')
    .description('Issues the successor of a key and prints only the new key on standard output.')
    .argument('<id>', 'id of the key to replace, as in `keys list`')
    .option('--grace <duration>', `how long the old key stays valid: ${Duration.allowed}`, '24h')
    .addOption(by)
    .action(rotateKey);
  keys
    .command('revoke')
    .description('Revokes a key permanently.')
    .argument('<id>', 'id of the key, as in `keys list`')
    .addOption(by)
    .action(revokeKey);
  keys
    .command('prune')
    .description('Deletes keys that expired or were revoked long ago. Their log entries stay.')
    .option('--dead-for <duration>', `minimum time since then: ${Duration.allowed}`, '90d')
    .addOption(by)
    .action(pruneKeys);
  keys
    .command('log')
    .description('Shows the changes of all keys, oldest first: a table in a terminal, otherwise tab-separated lines.')
    .addOption(json)
    .action(showLog);
  return keys;
}

/** Returns the name of the user of the process, or its id if the user has no name, as in some containers. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
