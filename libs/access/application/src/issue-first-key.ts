import {
  ApiKey,
  audited,
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
   * Issues a key if the store has never held one. The secret is stored before the key, because a crash between the two
   * must not leave a key in the store whose secret is lost.
   * @param storeSecret keeps the secret; if it rejects, no key is issued and `execute` rejects with the same error
   * @throws InvalidValue `invalid_key_name` or `invalid_actor`
   */
  async execute(name: string, by: string, storeSecret: (secret: ApiKeySecret) => Promise<void>): Promise<void> {
    const [keyName, actor] = [KeyName.of(name), Actor.of(by)];
    await this.keys.addFirst(async (now) => {
      const { apiKey, secret, secretHash } = ApiKey.issue(keyName, now, undefined, this.cryptography);
      await storeSecret(secret);
      return { apiKey, secretHash, entry: audited(actor, 'issued', apiKey) };
    });
  }
}
