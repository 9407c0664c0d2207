import { RotateKey } from '@petstore/access-application';
import { Duration } from '@petstore/access-domain';
import { NodeCryptography } from '@petstore/access-infrastructure';
import { Command } from 'commander';
import { byOption, type By } from './actor.option.ts';
import { withNewKey } from './with-new-key.ts';

interface RotateOptions extends By {
  readonly grace: string;
}

export function rotateCommand(): Command {
  return new Command('rotate')
    .description('Issues a key in the place of another and prints it, alone, on standard output.')
    .argument('<id>', 'the key to replace: `keys list` shows its id')
    .option('--grace <duration>', `how long the old key works on: ${Duration.allowed}`, '24h')
    .addOption(byOption())
    .action(rotateKey);
}

async function rotateKey(id: string, { by, grace }: RotateOptions): Promise<void> {
  const { apiKey, secret, endsAt } = await withNewKey((keys) =>
    new RotateKey(keys, new NodeCryptography()).execute(id, by, grace),
  );
  process.stdout.write(`${secret.text}\n`);
  process.stderr.write(
    `petstore: issued ${apiKey.publicId} in the place of ${id}, which ends at ${endsAt.toISOString()}; ` +
      'it is shown this once\n',
  );
}
