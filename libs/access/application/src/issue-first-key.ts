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
   * Issues a key when the store never held one. The secret is put away by the caller before the store learns of the key,
   * so that a crash in between leaves no key that nobody has.
   * @throws InvalidValue `invalid_key_name`
   * @throws InvalidValue `invalid_actor`
   */
  async execute(name: string, by: string, putAway: (secret: ApiKeySecret) => Promise<void>): Promise<void> {
    const [keyName, actor] = [KeyName.of(name), Actor.of(by)];
    await this.keys.addFirst(async (now) => {
      const { apiKey, secret } = ApiKey.issue(keyName, now, undefined, this.cryptography);
      await putAway(secret);
      return { apiKey, secretHash: this.cryptography.sha256(secret.text), entry: audited(actor, 'issued', apiKey) };
    });
  }
}
