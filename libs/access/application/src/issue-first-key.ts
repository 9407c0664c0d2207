import {
  ApiKey,
  newAuditEntry,
  Actor,
  KeyName,
  type ApiKeyRepository,
  type ApiKeySecret,
  type Cryptography,
} from '@petstore/access-domain';

export class IssueFirstKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly cryptography: Cryptography,
  ) {}

  /**
   * Issues a key if the repository never had one. Calls `storeSecret` before it stores the key, because after a crash
   * between the two steps the repository must not contain a key whose secret is lost.
   * @param storeSecret stores the secret for the operator. If it rejects, `execute` issues no key and rejects with its error.
   * @throws InvalidValue `invalid_key_name` or `invalid_actor` if an argument is invalid
   */
  async execute(name: string, actorName: string, storeSecret: (secret: ApiKeySecret) => Promise<void>): Promise<void> {
    const [keyName, actor] = [KeyName.of(name), Actor.of(actorName)];
    await this.keys.addFirst(async (now) => {
      const { apiKey, secret, secretHash } = ApiKey.issue(keyName, now, undefined, this.cryptography);
      await storeSecret(secret);
      return { apiKey, secretHash, entry: newAuditEntry(actor, 'issued', apiKey) };
    });
  }
}
