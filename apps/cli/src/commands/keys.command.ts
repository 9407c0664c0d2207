import { IssueKey } from '@petstore/access-application';
import { KeyName } from '@petstore/access-domain';
import { NodeCryptography, TypeOrmApiKeyRepository } from '@petstore/access-infrastructure';
import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { withDatabase } from '../with-database.ts';

export function keysCommand(): Command {
  const keys = new Command('keys').description('API keys');
  keys
    .command('issue')
    .description('Issues a key and prints it, alone, on standard output. It is shown this once and kept nowhere.')
    .argument('<name>', `whose key it is: ${KeyName.allowed}`)
    .action(issueKey);
  return keys;
}

async function issueKey(name: string): Promise<void> {
  const { text } = await withDatabase(readConfig().database, ({ dataSource }) =>
    new IssueKey(new TypeOrmApiKeyRepository(dataSource), new NodeCryptography()).execute(name),
  );
  process.stdout.write(`${text}\n`);
}
