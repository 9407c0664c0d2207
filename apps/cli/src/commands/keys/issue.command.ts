import { IssueKey } from '@petstore/access-application';
import { Expiry, KeyName } from '@petstore/access-domain';
import { NodeCryptography } from '@petstore/access-infrastructure';
import { Command } from 'commander';
import { actorOption, type ActorOption } from './actor.option.ts';
import { withNewKey } from './with-new-key.ts';

interface IssueOptions extends ActorOption {
  readonly expires?: string;
}

export function issueCommand(): Command {
  return new Command('issue')
    .description(
      'Issues a key and prints only the key on standard output. The key is not stored and cannot be shown again.',
    )
    .argument('<name>', `name of the key, such as its holder: ${KeyName.allowed}`)
    .option('--expires <when>', `when the key expires: ${Expiry.allowed} (default: never)`)
    .addOption(actorOption())
    .action(issueKey);
}

async function issueKey(name: string, { by, expires }: IssueOptions): Promise<void> {
  const { apiKey, secret } = await withNewKey((keys) =>
    new IssueKey(keys, new NodeCryptography()).execute(name, by, expires),
  );
  const { publicId, expiresAt } = apiKey.snapshot();
  const expiry = expiresAt ? `, which expires at ${expiresAt.toISOString()}` : '';
  process.stdout.write(`${secret.text}\n`);
  process.stderr.write(`petstore: issued ${publicId} for ${JSON.stringify(name)}${expiry}; it is shown only once\n`);
}
