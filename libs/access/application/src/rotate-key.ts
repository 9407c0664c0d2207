import {
  Actor,
  newAuditEntry,
  Duration,
  parsePublicId,
  type ApiKeyRepository,
  type Cryptography,
  type RotatedKey,
} from '@petstore/access-domain';

export class RotateKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly cryptography: Cryptography,
  ) {}

  /**
   * Replaces a key by a new one of the same name and access, and returns both. The old key stays valid for the grace period.
   * @param grace a duration such as `1h`; `0s` ends the old key immediately
   * @throws InvalidValue `invalid_key_id`, `invalid_duration` or `invalid_actor` if an argument is invalid
   * @throws ApiKeyNotFound if there is no key with this public id
   * @throws ApiKeyAlreadyRevoked if the key was revoked
   * @throws ApiKeyExpired if the key has expired
   * @throws ApiKeyAlreadyRotated if the key was rotated before
   */
  async execute(publicId: string, actorName: string, grace: string): Promise<RotatedKey> {
    const [id, actor, gracePeriod] = [parsePublicId(publicId), Actor.of(actorName), Duration.of(grace)];
    const { successor } = await this.keys.change(id, (old, now) => {
      const rotated = old.rotate(now, gracePeriod, this.cryptography);
      const entries = [newAuditEntry(actor, 'rotated', old), newAuditEntry(actor, 'issued', rotated.apiKey)];
      return { changed: rotated.retired, successor: rotated, entries };
    });
    return successor;
  }
}
