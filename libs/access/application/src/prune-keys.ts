import { Actor, audited, Duration, type ApiKeyRepository } from '@petstore/access-domain';

export class PruneKeys {
  constructor(private readonly keys: ApiKeyRepository) {}

  /**
   * Forgets the keys that have been expired or revoked for long; the log keeps what was done to them. Answers how many.
   * @param deadFor a `Duration`
   * @throws InvalidValue `invalid_duration`
   * @throws InvalidValue `invalid_actor`
   */
  async execute(by: string, deadFor: string): Promise<number> {
    const [actor, age] = [Actor.of(by), Duration.of(deadFor)];
    const [keys, now] = [await this.keys.list(), await this.keys.now()];
    const dead = keys.filter((apiKey) => apiKey.isExpiredFor(age, now));
    return this.keys.remove(dead.map((apiKey) => audited(actor, 'pruned', apiKey)));
  }
}
