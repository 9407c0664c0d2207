import {
  OperatorName,
  ApiKey,
  Expiry,
  KeyName,
  type ApiKeyAccess,
  type ApiKeyRepository,
  type Cryptography,
  type IssuedKey,
} from '@petstore/access-domain';
import type { Transactions } from '@petstore/kernel';

export class IssueKey {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly cryptography: Cryptography,
    private readonly transactions: Transactions,
  ) {}

  /** Issues a key. Without `expires` (see `Expiry.of`) it never expires, and without `access` it has full access. @throws InvalidValue */
  async execute(name: string, operatorName: string, expires?: string, access?: ApiKeyAccess): Promise<IssuedKey> {
    const [keyName, operator] = [KeyName.of(name), OperatorName.of(operatorName)];
    const now = await this.keys.now();
    const expiry = expires === undefined ? undefined : Expiry.of(expires, now);
    const issued = ApiKey.issue(keyName, now, expiry, this.cryptography, access);
    await this.transactions.run((transaction) => this.keys.add(issued.apiKey, operator, transaction));
    return issued;
  }
}
