import { RevokeKey } from '@petstore/access-application';
import { Command } from 'commander';
import { actorOption, type ActorOption } from './actor.option.ts';
import { withKeys } from './with-keys.ts';

export function revokeCommand(): Command {
  return new Command('revoke')
    .description('Revokes a key permanently.')
    .argument('<id>', 'id of the key, as in `keys list`')
    .addOption(actorOption())
    .action(revokeKey);
}

async function revokeKey(id: string, { by }: ActorOption): Promise<void> {
  await withKeys((keys) => new RevokeKey(keys).execute(id, by));
  process.stdout.write(`revoked ${id}\n`);
}
