import {
  Actor,
  audited,
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
   * Issues a successor of a key. The old key stays valid for the grace period.
   * @param grace a `Duration`
   * @throws InvalidValue `invalid_key_id`, `invalid_duration` or `invalid_actor`
   * @throws ApiKeyNotFound, ApiKeyAlreadyRevoked, ApiKeyExpired, ApiKeyAlreadyRotated
   */
  async execute(publicId: string, by: string, grace: string): Promise<RotatedKey> {
    const [id, actor, span] = [parsePublicId(publicId), Actor.of(by), Duration.of(grace)];
    const { successor } = await this.keys.change(id, (old, now) => {
      const rotated = old.rotate(now, span, this.cryptography);
      const entries = [audited(actor, 'rotated', old), audited(actor, 'issued', rotated.apiKey)];
      return { changed: rotated.retired, successor: rotated, entries };
    });
    return successor;
  }
}
