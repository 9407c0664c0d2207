import {
  OperatorName,
  ApiKey,
  KeyName,
  type ApiKeyRepository,
  type ApiKeySecret,
  type Cryptography,
} from '@petstore/access-domain';
import type { Transactions } from '@petstore/kernel';

export class IssueFirstKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly cryptography: Cryptography,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Issues a key if the repository never had one. Calls `storeSecret` before it stores the key, because after a crash
   * between the two steps the repository must not contain a key whose secret is lost.
   * @throws InvalidValue, or the error of `storeSecret`: then no key is issued
   */
  async execute(
    name: string,
    operatorName: string,
    storeSecret: (secret: ApiKeySecret) => Promise<void>,
  ): Promise<void> {
    const [keyName, operator] = [KeyName.of(name), OperatorName.of(operatorName)];
    await this.transactions.run(async (transaction) => {
      if (!(await this.keys.claimFirst(transaction))) return;
      const now = await this.keys.now(transaction);
      const { apiKey, secret } = ApiKey.issue(keyName, now, undefined, this.cryptography);
      await storeSecret(secret);
      await this.keys.add(apiKey, operator, transaction);
    });
  }
}
