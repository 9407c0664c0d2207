import {
  Actor,
  ApiKey,
  ApiKeyNotFound,
  ApiKeySecret,
  Expiry,
  KeyName,
  parsePublicId,
  type ApiKeyAccess,
  type ApiKeyRepository,
  type ApiKeySnapshot,
  type ApiKeyState,
  type AuditEntry,
  type Cryptography,
  type IssuedKey,
} from '@petstore/access-domain';
import type { Transactions } from '@petstore/kernel';

export class IssueKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly cryptography: Cryptography,
    private readonly transactions: Transactions,
  ) {}

  /** Issues a key. Without `expires` (see `Expiry.of`) it never expires, and without `access` it has full access. @throws InvalidValue */
  async execute(name: string, actorName: string, expires?: string, access?: ApiKeyAccess): Promise<IssuedKey> {
    const [keyName, actor] = [KeyName.of(name), Actor.of(actorName)];
    const now = await this.keys.now();
    const expiry = expires === undefined ? undefined : Expiry.of(expires, now);
    const issued = ApiKey.issue(keyName, now, expiry, this.cryptography, access);
    await this.transactions.run((transaction) => this.keys.add(issued.apiKey, actor, transaction));
    return issued;
  }
}

export class IssueFirstKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly cryptography: Cryptography,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Issues a key if the repository never had one. Calls `storeSecret` before it stores the key, because after a crash
   * between the two steps the repository must not contain a key whose secret is lost.
   * @throws InvalidValue, or the error of `storeSecret`: then no key is issued
   */
  async execute(name: string, actorName: string, storeSecret: (secret: ApiKeySecret) => Promise<void>): Promise<void> {
    const [keyName, actor] = [KeyName.of(name), Actor.of(actorName)];
    await this.transactions.run(async (transaction) => {
      if (!(await this.keys.claimFirst(transaction))) return;
      const now = await this.keys.now(transaction);
      const { apiKey, secret } = ApiKey.issue(keyName, now, undefined, this.cryptography);
      await storeSecret(secret);
      await this.keys.add(apiKey, actor, transaction);
    });
  }
}

export class RevokeKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly transactions: Transactions,
  ) {}

  /** Revokes a key permanently. @throws InvalidValue, ApiKeyNotFound, ApiKeyAlreadyRevoked */
  async execute(publicId: string, actorName: string): Promise<void> {
    const [id, actor] = [parsePublicId(publicId), Actor.of(actorName)];
    await this.transactions.run(async (transaction) => {
      const apiKey = await this.keys.lock(id, transaction);
      if (!apiKey) throw new ApiKeyNotFound(id);
      await this.keys.revoke(apiKey.revoke(await this.keys.now(transaction)), actor, transaction);
    });
  }
}

export interface ListedKey extends Omit<ApiKeySnapshot, 'secretHash'> {
  readonly state: ApiKeyState;
}

export class ListKeys {
  constructor(private readonly keys: ApiKeyRepository) {}

  /** Returns all keys, the oldest first, with their states at the time of the repository. */
  async execute(): Promise<ListedKey[]> {
    const [keys, now] = [await this.keys.list(), await this.keys.now()];
    return keys.map((apiKey) => {
      const { publicId, name, hint, access, createdAt, expiresAt, revokedAt, lastUsedAt } = apiKey.snapshot();
      const state = apiKey.stateAt(now);
      return { publicId, name, hint, access, createdAt, expiresAt, revokedAt, lastUsedAt, state };
    });
  }
}

export class ListKeyChanges {
  constructor(private readonly keys: ApiKeyRepository) {}

  execute(): Promise<AuditEntry[]> {
    return this.keys.log();
  }
}

export class CheckKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly cryptography: Cryptography,
  ) {}

  /** Returns whether a text is a key that works now. It does not record a use of the key, as VerifyKey does for requests. */
  async execute(text: string): Promise<boolean> {
    if (!ApiKeySecret.isValid(text, this.cryptography)) return false;
    const found = await this.keys.findByHash(this.cryptography.hash('sha256', text, 'hex'));
    return found !== undefined && found.apiKey.remainingLifetime(found.now) > 0;
  }
}
