import { Actor, newAuditEntry, Duration, type ApiKeyRepository } from '@petstore/access-domain';

export class PruneKeys {
  constructor(private readonly keys: ApiKeyRepository) {}

  /**
   * Deletes the keys that expired or were revoked at least `minimumAge` ago, and returns their number. Keeps their log
   * entries.
   * @param minimumAge a duration such as `90d`
   * @throws InvalidValue `invalid_duration` or `invalid_actor` if an argument is invalid
   */
  async execute(actorName: string, minimumAge: string): Promise<number> {
    const [actor, age] = [Actor.of(actorName), Duration.of(minimumAge)];
    const [keys, now] = [await this.keys.list(), await this.keys.now()];
    const deletable = keys.filter((apiKey) => apiKey.hasBeenUnusableFor(age, now));
    return this.keys.remove(deletable.map((apiKey) => newAuditEntry(actor, 'pruned', apiKey)));
  }
}
