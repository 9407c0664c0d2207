import { PruneKeys } from '@petstore/access-application';
import { Duration } from '@petstore/access-domain';
import { Command } from 'commander';
import { actorOption, type ActorOption } from './actor.option.ts';
import { withKeys } from './with-keys.ts';

interface PruneOptions extends ActorOption {
  readonly deadFor: string;
}

export function pruneCommand(): Command {
  return new Command('prune')
    .description('Deletes keys that expired or were revoked long ago. Their log entries stay.')
    .option('--dead-for <duration>', `minimum time since then: ${Duration.allowed}`, '90d')
    .addOption(actorOption())
    .action(pruneKeys);
}

async function pruneKeys({ by, deadFor }: PruneOptions): Promise<void> {
  const count = await withKeys((keys) => new PruneKeys(keys).execute(by, deadFor));
  process.stdout.write(`deleted ${count} ${count === 1 ? 'key' : 'keys'}, invalid for ${deadFor} or longer\n`);
}
