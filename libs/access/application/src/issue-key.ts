import {
  Actor,
  ApiKey,
  newAuditEntry,
  Expiry,
  KeyName,
  type ApiKeyAccess,
  type ApiKeyRepository,
  type Cryptography,
  type IssuedKey,
} from '@petstore/access-domain';

export class IssueKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly cryptography: Cryptography,
  ) {}

  /**
   * Issues a key and returns it with its secret. The repository stores only a hash, so the secret cannot be read again.
   * @param expires a duration such as `90d`, or a date such as `2027-01-31`; without it the key never expires
   * @param access without it the key has full access
   * @throws InvalidValue `invalid_key_name`, `invalid_actor` or `invalid_expiry` if an argument is invalid
   */
  async execute(name: string, actorName: string, expires?: string, access?: ApiKeyAccess): Promise<IssuedKey> {
    const [keyName, actor] = [KeyName.of(name), Actor.of(actorName)];
    const now = await this.keys.now();
    const expiry = expires === undefined ? undefined : Expiry.of(expires, now);
    const issued = ApiKey.issue(keyName, now, expiry, this.cryptography, access);
    const { apiKey, secretHash } = issued;
    await this.keys.add({ apiKey, secretHash, entry: newAuditEntry(actor, 'issued', apiKey) });
    return issued;
  }
}
