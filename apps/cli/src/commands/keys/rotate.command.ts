import { RotateKey } from '@petstore/access-application';
import { Duration } from '@petstore/access-domain';
import { NodeCryptography } from '@petstore/access-infrastructure';
import { Command } from 'commander';
import { actorOption, type ActorOption } from './actor.option.ts';
import { withNewKey } from './with-new-key.ts';

interface RotateOptions extends ActorOption {
  readonly grace: string;
}

export function rotateCommand(): Command {
  return new Command('rotate')
    .description('Issues the successor of a key and prints only the new key on standard output.')
    .argument('<id>', 'id of the key to replace, as in `keys list`')
    .option('--grace <duration>', `how long the old key stays valid: ${Duration.allowed}`, '24h')
    .addOption(actorOption())
    .action(rotateKey);
}

async function rotateKey(id: string, { by, grace }: RotateOptions): Promise<void> {
  const { apiKey, secret, endsAt } = await withNewKey((keys) =>
    new RotateKey(keys, new NodeCryptography()).execute(id, by, grace),
  );
  process.stdout.write(`${secret.text}\n`);
  process.stderr.write(
    `petstore: issued ${apiKey.publicId} to replace ${id}, which expires at ${endsAt.toISOString()}; ` +
      'it is shown only once\n',
  );
}
