import {
  IssueKey,
  ListKeys,
  PruneKeys,
  ReadKeyLog,
  RevokeKey,
  RotateKey,
  type ListedKey,
} from '@petstore/access-application';
import { Duration, type ApiKeyAccess, type ApiKeySecret } from '@petstore/access-domain';
import { printMessage } from '../../print-message.ts';
import { formatTime, printTable } from '../../table.ts';
import { withKeys, withNewKey } from './with-keys.ts';

interface ActorOption {
  readonly by: string;
}

interface JsonOption {
  readonly json?: true;
}

async function createCryptography() {
  const { NodeCryptography } = await import('@petstore/access-infrastructure');
  return new NodeCryptography();
}

interface IssueOptions extends ActorOption {
  readonly expires?: string;
  readonly readOnly?: true;
}

export async function issueKey(name: string, { by, expires, readOnly }: IssueOptions): Promise<void> {
  const access = readOnly ? 'read-only' : 'full';
  const { apiKey, secret } = await withNewKey(async (keys) =>
    new IssueKey(keys, await createCryptography()).execute(name, by, expires, access),
  );
  const { publicId, expiresAt } = apiKey.snapshot();
  const expiry = expiresAt ? `, which expires at ${expiresAt.toISOString()}` : '';
  printSecret(secret, `${publicId}${accessNote(access)} for ${JSON.stringify(name)}${expiry}`);
}

export async function rotateKey(id: string, { by, grace }: ActorOption & { grace: string }): Promise<void> {
  const { apiKey, secret, endsAt } = await withNewKey(async (keys) =>
    new RotateKey(keys, await createCryptography()).execute(id, by, grace),
  );
  const note = accessNote(apiKey.access);
  printSecret(secret, `${apiKey.publicId}${note} to replace ${id}, which expires at ${endsAt.toISOString()}`);
}

export async function revokeKey(id: string, { by }: ActorOption): Promise<void> {
  await withKeys((keys) => new RevokeKey(keys).execute(id, by));
  process.stdout.write(`revoked ${id}\n`);
}

export async function pruneKeys({
  by,
  invalidFor,
  deadFor = invalidFor,
}: ActorOption & { invalidFor: string; deadFor?: string }): Promise<void> {
  const count = await withKeys((keys) => new PruneKeys(keys).execute(by, deadFor));
  const age = Duration.of(deadFor).milliseconds > 0 ? ` that had been invalid for ${deadFor} or longer` : '';
  process.stdout.write(`deleted ${count} ${age ? '' : 'invalid '}${count === 1 ? 'key' : 'keys'}${age}\n`);
}

export async function listKeys({ json }: JsonOption): Promise<void> {
  const listed = await withKeys((keys) => new ListKeys(keys).execute());
  if (json) return printJson(listed.map(toJson));
  printTable(
    ['id', 'name', 'hint', 'created', 'last used', 'expires', 'state', 'access'],
    listed.map(({ publicId, name, hint, createdAt, lastUsedAt, expiresAt, state, access }) => {
      return [publicId, name, `${hint}…`, ...[createdAt, lastUsedAt, expiresAt].map(formatTime), state, access];
    }),
  );
}

export async function showLog({ json }: JsonOption): Promise<void> {
  const entries = await withKeys((keys) => new ReadKeyLog(keys).execute());
  if (json) {
    return printJson(
      entries.map(({ at, actor, action, publicId, name, access }) => ({
        at,
        by: actor,
        action,
        key: publicId,
        name,
        access,
      })),
    );
  }
  printTable(
    ['when', 'who', 'did', 'key', 'name', 'access'],
    entries.map(({ at, actor, action, publicId, name, access }) => [
      formatTime(at),
      actor,
      action,
      publicId,
      name,
      access,
    ]),
  );
}

function toJson({ publicId: id, expiresAt, revokedAt, lastUsedAt, successorId, ...key }: ListedKey) {
  return { id, ...key, lastUsedAt, expiresAt, revokedAt, successorId };
}

function accessNote(access: ApiKeyAccess): string {
  return access === 'full' ? '' : ` (${access})`;
}

/**
 * Prints the secret on standard output, so that a script can store it, and the description on standard error.
 * @param description of the key: its id, its access, and its name, expiry or predecessor
 */
function printSecret({ text }: ApiKeySecret, description: string): void {
  process.stdout.write(`${text}\n`);
  printMessage(`issued ${description}; it is shown only once`);
}

function printJson(items: readonly object[]): void {
  process.stdout.write(`${JSON.stringify(items, undefined, 2)}\n`);
}
