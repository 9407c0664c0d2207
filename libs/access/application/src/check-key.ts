import { ApiKeySecret, type ApiKeyRepository, type Cryptography } from '@petstore/access-domain';

export class CheckKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly cryptography: Cryptography,
  ) {}

  /**
   * Returns whether a text is a key that works now. Records no use of the key: requests use VerifyKey.
   * @throws DomainError `service_unavailable` if the repository is unavailable
   */
  async execute(text: string): Promise<boolean> {
    if (!ApiKeySecret.parse(text, this.cryptography)) return false;
    const found = await this.keys.findByHash(this.cryptography.sha256(text));
    return found !== undefined && found.apiKey.remainingLifetime(found.now) > 0;
  }
}
