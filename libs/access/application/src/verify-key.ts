import {
  ApiKeySecret,
  InvalidApiKey,
  type ApiKey,
  type ApiKeyRepository,
  type Cryptography,
} from '@petstore/access-domain';

export class VerifyKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly cryptography: Cryptography,
  ) {}

  /** @throws InvalidApiKey when the text is no key that may be used now; malformed ones do not reach the store */
  async execute(presented: string): Promise<ApiKey> {
    const secret = ApiKeySecret.parse(presented);
    const apiKey = secret && (await this.keys.findUsable(this.cryptography.sha256(secret.text)));
    if (!apiKey) throw new InvalidApiKey();
    return apiKey;
  }
}
