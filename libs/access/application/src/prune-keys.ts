import { Actor, audited, Duration, type ApiKeyRepository } from '@petstore/access-domain';

export class PruneKeys {
  constructor(private readonly keys: ApiKeyRepository) {}

  /**
   * Deletes keys that expired or were revoked at least `deadFor` ago, and returns their number. Their log entries stay.
   * @param deadFor a `Duration`
   * @throws InvalidValue `invalid_duration` or `invalid_actor`
   */
  async execute(by: string, deadFor: string): Promise<number> {
    const [actor, age] = [Actor.of(by), Duration.of(deadFor)];
    const [keys, now] = [await this.keys.list(), await this.keys.now()];
    const deletable = keys.filter((apiKey) => apiKey.isExpiredFor(age, now));
    return this.keys.remove(deletable.map((apiKey) => audited(actor, 'pruned', apiKey)));
  }
}
