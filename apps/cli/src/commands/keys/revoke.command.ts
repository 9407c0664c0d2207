import { RevokeKey } from '@petstore/access-application';
import { Command } from 'commander';
import { byOption, type By } from './actor.option.ts';
import { withKeys } from './with-keys.ts';

export function revokeCommand(): Command {
  return new Command('revoke')
    .description('Ends a key at once and for good.')
    .argument('<id>', 'the key to end: `keys list` shows its id')
    .addOption(byOption())
    .action(revokeKey);
}

async function revokeKey(id: string, { by }: By): Promise<void> {
  await withKeys((keys) => new RevokeKey(keys).execute(id, by));
  process.stdout.write(`revoked ${id}\n`);
}
