import {
  Actor,
  ApiKey,
  audited,
  Expiry,
  KeyName,
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
   * Issues a key and returns it with its secret. The secret is not stored and cannot be read again.
   * @param expires an `Expiry`: a duration or a date; without it the key never expires
   * @throws InvalidValue `invalid_key_name`, `invalid_actor` or `invalid_expiry`
   */
  async execute(name: string, by: string, expires?: string): Promise<IssuedKey> {
    const [keyName, actor] = [KeyName.of(name), Actor.of(by)];
    const now = await this.keys.now();
    const expiry = expires === undefined ? undefined : Expiry.of(expires, now);
    const issued = ApiKey.issue(keyName, now, expiry, this.cryptography);
    await this.keys.add(issued.apiKey, issued.secretHash, audited(actor, 'issued', issued.apiKey));
    return issued;
  }
}
