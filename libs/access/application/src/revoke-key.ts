import { OperatorName, ApiKeyNotFound, parsePublicId, type ApiKeyRepository } from '@petstore/access-domain';
import type { Transactions } from '@petstore/kernel';

export class RevokeKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly transactions: Transactions,
  ) {}

  /** Revokes a key permanently. @throws InvalidValue, ApiKeyNotFound, ApiKeyAlreadyRevoked */
  async execute(publicId: string, operatorName: string): Promise<void> {
    const [id, operator] = [parsePublicId(publicId), OperatorName.of(operatorName)];
    await this.transactions.run(async (transaction) => {
      const apiKey = await this.keys.lock(id, transaction);
      if (!apiKey) throw new ApiKeyNotFound(id);
      await this.keys.revoke(apiKey.revoke(await this.keys.now(transaction)), operator, transaction);
    });
  }
}
