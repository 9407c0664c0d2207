import { PruneKeys } from '@petstore/access-application';
import { Duration } from '@petstore/access-domain';
import { Command } from 'commander';
import { byOption, type By } from './actor.option.ts';
import { withKeys } from './with-keys.ts';

interface PruneOptions extends By {
  readonly deadFor: string;
}

export function pruneCommand(): Command {
  return new Command('prune')
    .description('Forgets the keys that expired or were revoked long ago; the log keeps what was done to them.')
    .option('--dead-for <duration>', `how long ago: ${Duration.allowed}`, '90d')
    .addOption(byOption())
    .action(pruneKeys);
}

async function pruneKeys({ by, deadFor }: PruneOptions): Promise<void> {
  const count = await withKeys((keys) => new PruneKeys(keys).execute(by, deadFor));
  process.stdout.write(`forgot ${count} ${count === 1 ? 'key' : 'keys'}, dead for ${deadFor} or longer\n`);
}
