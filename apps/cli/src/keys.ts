import { userInfo } from 'node:os';
import { IssueKey, ListKeys, RevokeKey } from '@petstore/access-application';
import { Expiry, type ApiKeyRepository } from '@petstore/access-domain';
import { NodeCryptography, TypeOrmApiKeyRepository } from '@petstore/access-infrastructure';
import { OutcomeUnknown, TypeOrmTransactions } from '@petstore/database';
import type { Transactions } from '@petstore/kernel';
import { OperatorError } from '@petstore/operations';
import { Command, Option } from 'commander';
import { print, printDone, printMessage } from './output.ts';
import { formatTime, printTable } from './table.ts';
import { withDatabase } from './with-database.ts';

/** Characters of a time in a narrow terminal: those of its date. The time of day is in the second line of the cell. */
const dateWidth = 10;

interface JsonOption {
  readonly json?: true;
}

interface IssueOptions {
  readonly by: string;
  readonly expires?: string;
  readonly readOnly?: true;
}

/** The command `keys` with its subcommands. */
export function keysCommand(): Command {
  const keys = new Command('keys');
  keys.description('Issues, lists and revokes API keys, and shows the log of these changes.');
  const by = new Option('--by <who>', 'your name in the log of changes');
  by.default(systemUser(), 'the user of the process');
  const json = new Option('--json', 'prints a JSON array, times in ISO 8601');
  keys
    .command('issue')
    .description(
      'Issues a key and prints only the key on standard output. The key is not stored and cannot be shown again.',
    )
    .argument('<name>', 'name of the key, such as the program or person that uses it')
    .option('--read-only', 'the key can only read: the service refuses every request that changes data')
    .option('--expires <when>', `when the key expires: ${Expiry.allowed} (default: never)`)
    .addOption(by)
    .action((name: string, options: IssueOptions) =>
      withKeys('write', (repository, transactions) =>
        issueKey(new IssueKey(repository, new NodeCryptography(), transactions), name, options),
      ),
    );
  keys
    .command('list')
    .description('Lists all keys, oldest first: a table in a terminal, otherwise tab-separated lines.')
    .addOption(json)
    .action((options: JsonOption) => withKeys('read', (repository) => listKeys(new ListKeys(repository), options)));
  keys
    .command('revoke')
    .description('Revokes a key permanently. Every instance of the service refuses it within one second.')
    .argument('<id>', 'id of the key, as in `keys list`')
    .addOption(by)
    .action((id: string, { by }: IssueOptions) =>
      withKeys('write', async (repository, transactions) => {
        await new RevokeKey(repository, transactions).execute(id, by);
        await printDone(`revoked ${id}`);
      }),
    );
  keys
    .command('log')
    .description('Shows the changes of all keys, oldest first: a table in a terminal, otherwise tab-separated lines.')
    .addOption(json)
    .action((options: JsonOption) => withKeys('read', (repository) => showLog(repository, options)));
  return keys;
}

function withKeys(
  use: 'read' | 'write',
  work: (keys: ApiKeyRepository, transactions: Transactions) => Promise<void>,
): Promise<void> {
  return withDatabase(use, (dataSource) =>
    work(new TypeOrmApiKeyRepository(dataSource), new TypeOrmTransactions(dataSource)),
  );
}

/**
 * Prints the key on standard output, so that a script can store it, and its description on standard error.
 * @throws OperatorError if the connection was lost during COMMIT, so that the key may exist, or if the key cannot be printed
 */
async function issueKey(issue: IssueKey, name: string, { by, expires, readOnly }: IssueOptions): Promise<void> {
  const access = readOnly ? 'read-only' : 'full';
  const { apiKey, secret } = await issue.execute(name, by, expires, access).catch((error: unknown) => {
    if (!(error instanceof OutcomeUnknown)) throw error;
    throw new OperatorError(
      'the connection was lost before the database confirmed the change: the new key may exist, but its secret is lost. ' +
        'Run `petstore keys list`; if the new key is there, run `petstore keys revoke` with its id, then issue another',
      { cause: error },
    );
  });
  const { publicId, expiresAt } = apiKey.snapshot();
  await print(`${secret.text}\n`).catch((cause: unknown) => {
    throw new OperatorError(
      `the key ${publicId} was issued but could not be printed: run "petstore keys revoke ${publicId}", and issue another`,
      { cause },
    );
  });
  const note = readOnly ? ' (read-only)' : '';
  const expiry = expiresAt ? `, which expires at ${expiresAt.toISOString()}` : '';
  printMessage(`issued ${publicId}${note} for ${JSON.stringify(name)}${expiry}; it is shown only once`);
}

async function listKeys(list: ListKeys, { json }: JsonOption): Promise<void> {
  const listed = await list.execute();
  if (json) return printJson(listed.map(({ publicId: id, ...key }) => ({ id, ...key })));
  await printTable(
    ['id', 'name', 'hint', 'created', 'last used', 'expires', 'state', 'access'],
    listed.map(({ publicId, name, hint, createdAt, lastUsedAt, expiresAt, state, access }) => {
      return [publicId, name, `${hint}…`, ...[createdAt, lastUsedAt, expiresAt].map(formatTime), state, access];
    }),
    [
      { of: ['name', 'id'] },
      { of: ['hint', 'access'], width: 11 },
      ...['created', 'last used', 'expires'].map((name) => ({ of: [name], width: dateWidth })),
      { of: ['state'], width: 7 },
    ],
  );
}

async function showLog(keys: ApiKeyRepository, { json }: JsonOption): Promise<void> {
  const entries = (await keys.log()).map(({ at, operator, action, publicId, name, access }) => {
    return { at, by: operator, action, key: publicId, name, access };
  });
  if (json) return printJson(entries);
  await printTable(
    ['when', 'who', 'did', 'key', 'name', 'access'],
    entries.map(({ at, by, action, key, name, access }) => [formatTime(at), by, action, key, name, access]),
    [
      { of: ['when'], width: dateWidth },
      { of: ['who'], width: 15 },
      { of: ['did'], width: 7 },
      { of: ['name', 'key'] },
      { of: ['access'], width: 9 },
    ],
  );
}

function printJson(items: readonly object[]): Promise<void> {
  return print(`${JSON.stringify(items, undefined, 2)}\n`);
}

/** Returns the name of the user of the process, or its id if the user has no name, as in some containers. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
