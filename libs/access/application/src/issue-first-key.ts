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
   * Issues a key when the store holds none. The secret is put away by the caller before the store learns of the key,
   * so that a crash in between leaves no key that nobody has.
   */
  async execute(name: string, by: string, putAway: (secret: ApiKeySecret) => Promise<void>): Promise<void> {
    if (await this.keys.hasAny()) return;
    const [keyName, actor] = [KeyName.of(name), Actor.of(by)];
    const { apiKey, secret } = ApiKey.issue(keyName, await this.keys.now(), undefined, this.cryptography);
    await putAway(secret);
    await this.keys.add(apiKey, this.cryptography.sha256(secret.text), audited(actor, 'issued', apiKey));
  }
}
