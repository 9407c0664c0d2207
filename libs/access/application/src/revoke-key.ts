import { Actor, newAuditEntry, parsePublicId, type ApiKeyRepository } from '@petstore/access-domain';

export class RevokeKey {
  constructor(private readonly keys: ApiKeyRepository) {}

  /**
   * Revokes a key permanently.
   * @throws InvalidValue `invalid_key_id` or `invalid_actor` if an argument is invalid
   * @throws ApiKeyNotFound if there is no key with this public id
   * @throws ApiKeyAlreadyRevoked if the key was revoked before
   */
  async execute(publicId: string, actorName: string): Promise<void> {
    const actor = Actor.of(actorName);
    await this.keys.change(parsePublicId(publicId), (apiKey, now) => ({
      changed: apiKey.revoke(now),
      entry: newAuditEntry(actor, 'revoked', apiKey),
    }));
  }
}
