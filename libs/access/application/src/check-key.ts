import { ApiKeySecret, type ApiKeyRepository, type Cryptography } from '@petstore/access-domain';

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
