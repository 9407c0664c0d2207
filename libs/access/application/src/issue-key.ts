import { ApiKey, KeyName, type ApiKeyRepository, type ApiKeySecret, type Cryptography } from '@petstore/access-domain';

export class IssueKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly cryptography: Cryptography,
  ) {}

  /**
   * Answers the secret, which can never be had again.
   * @throws InvalidKeyName
   */
  async execute(name: string): Promise<ApiKeySecret> {
    const { apiKey, secret } = ApiKey.issue(KeyName.of(name), this.cryptography);
    await this.keys.add(apiKey, this.cryptography.sha256(secret.text));
    return secret;
  }
}
