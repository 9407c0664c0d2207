import { Actor, audited, parsePublicId, type ApiKeyRepository } from '@petstore/access-domain';

export class RevokeKey {
  constructor(private readonly keys: ApiKeyRepository) {}

  /**
   * Revokes a key permanently.
   * @throws InvalidValue `invalid_key_id` or `invalid_actor`
   * @throws ApiKeyNotFound, ApiKeyAlreadyRevoked
   */
  async execute(publicId: string, by: string): Promise<void> {
    const actor = Actor.of(by);
    await this.keys.change(parsePublicId(publicId), (apiKey, now) => ({
      changed: apiKey.revoke(now),
      entries: [audited(actor, 'revoked', apiKey)],
    }));
  }
}
