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
   * @param by who rotates it, for the log
   * @param grace a `Duration`
   * @throws InvalidValue `invalid_key_id`
   * @throws InvalidValue `invalid_duration`
   * @throws InvalidValue `invalid_actor`
   * @throws ApiKeyNotFound
   * @throws ApiKeyAlreadyRevoked
   * @throws ApiKeyExpired
   * @throws ApiKeyAlreadyRotated
   */
  async execute(publicId: string, by: string, grace: string): Promise<RotatedKey> {
    const [id, actor, span] = [parsePublicId(publicId), Actor.of(by), Duration.of(grace)];
    const { rotated } = await this.keys.change(id, (old, now) => {
      const rotation = old.rotate(now, span, this.cryptography);
      const { apiKey, secret, retired } = rotation;
      return {
        changed: retired,
        successor: { apiKey, secretHash: this.cryptography.sha256(secret.text) },
        entries: [audited(actor, 'rotated', old), audited(actor, 'issued', apiKey)],
        rotated: rotation,
      };
    });
    return rotated;
  }
}
