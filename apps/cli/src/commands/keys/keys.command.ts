import { userInfo } from 'node:os';
import { Duration, Expiry } from '@petstore/access-domain';
import { Command, Option } from 'commander';
import { issueKey, listKeys, pruneKeys, revokeKey, rotateKey, showLog } from './key-actions.ts';

/** The command `keys` with its subcommands. */
export function keysCommand(): Command {
  const keys = new Command('keys');
  keys.description('Issues, lists, rotates, revokes and deletes API keys, and shows the log of these changes.');
  const by = new Option('--by <who>', 'your name in the log of changes');
  by.default(systemUser(), 'the user of the process');
  const json = new Option('--json', 'prints a JSON array, times in ISO 8601');
  const invalidFor = new Option(
    '--invalid-for <duration>',
    `minimum time since the key expired or was revoked: ${Duration.allowed}; 0s: every invalid key`,
  );
  invalidFor.default('90d');
  // The name of the option in earlier releases.
  const deadFor = new Option('--dead-for <duration>').conflicts('invalidFor').hideHelp();
  keys
    .command('issue')
    .description(
      'Issues a key and prints only the key on standard output. The key is not stored and cannot be shown again.',
    )
    .argument('<name>', 'name of the key, such as the program or person that uses it')
    .option('--read-only', 'the key can only read: the service refuses every request that changes data')
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
    .description(
      'Issues the successor of a key, with the same access, and prints only the new key on standard output. The old key stays valid for the grace period.',
    )
    .argument('<id>', 'id of the key to replace, as in `keys list`')
    .option('--grace <duration>', `how long the old key stays valid: ${Duration.allowed}; 0s: it ends now`, '24h')
    .addOption(by)
    .action(rotateKey);
  keys
    .command('revoke')
    .description('Revokes a key permanently. Every instance of the service refuses it within one second.')
    .argument('<id>', 'id of the key, as in `keys list`')
    .addOption(by)
    .action(revokeKey);
  keys
    .command('prune')
    .description('Deletes keys that expired or were revoked long ago. Valid keys stay, and the log keeps all entries.')
    .addOption(invalidFor)
    .addOption(deadFor)
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
