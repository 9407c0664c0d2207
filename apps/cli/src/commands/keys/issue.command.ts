import { IssueKey } from '@petstore/access-application';
import { Expiry, KeyName } from '@petstore/access-domain';
import { NodeCryptography } from '@petstore/access-infrastructure';
import { Command } from 'commander';
import { byOption, type By } from './actor.option.ts';
import { withNewKey } from './with-new-key.ts';

interface IssueOptions extends By {
  readonly expires?: string;
}

export function issueCommand(): Command {
  return new Command('issue')
    .description('Issues a key and prints it, alone, on standard output. It is shown this once and kept nowhere.')
    .argument('<name>', `whose key it is: ${KeyName.allowed}`)
    .option('--expires <when>', `when it ends, ${Expiry.allowed} (default: never)`)
    .addOption(byOption())
    .action(issueKey);
}

async function issueKey(name: string, { by, expires }: IssueOptions): Promise<void> {
  const { apiKey, secret } = await withNewKey((keys) =>
    new IssueKey(keys, new NodeCryptography()).execute(name, by, expires),
  );
  const { publicId, expiresAt } = apiKey.snapshot();
  const life = expiresAt ? `, which expires at ${expiresAt.toISOString()}` : '';
  process.stdout.write(`${secret.text}\n`);
  process.stderr.write(`petstore: issued ${publicId} for ${JSON.stringify(name)}${life}; it is shown this once\n`);
}
