import { Actor, ApiKeyNotFound, parsePublicId, type ApiKeyRepository } from '@petstore/access-domain';
import type { Transactions } from '@petstore/kernel';

export class RevokeKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly transactions: Transactions,
  ) {}

  /** Revokes a key permanently. @throws InvalidValue, ApiKeyNotFound, ApiKeyAlreadyRevoked */
  async execute(publicId: string, actorName: string): Promise<void> {
    const [id, actor] = [parsePublicId(publicId), Actor.of(actorName)];
    await this.transactions.run(async (transaction) => {
      const apiKey = await this.keys.lock(id, transaction);
      if (!apiKey) throw new ApiKeyNotFound(id);
      await this.keys.revoke(apiKey.revoke(await this.keys.now(transaction)), actor, transaction);
    });
  }
}
