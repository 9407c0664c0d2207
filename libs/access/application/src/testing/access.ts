import { FakeCryptography, InMemoryApiKeyRepository } from '@petstore/access-domain/testing';
import { InMemoryTransactions } from '@petstore/kernel/testing';
import { IssueKey } from '../issue-key.ts';
import { ListKeys } from '../list-keys.ts';
import { RevokeKey } from '../revoke-key.ts';

export const hour = 3_600_000;

/** An empty repository in memory, and functions that call use cases with it. */
export class Access {
  readonly keys = new InMemoryApiKeyRepository();
  readonly cryptography = new FakeCryptography();
  readonly transactions = new InMemoryTransactions();
  readonly issueKey = new IssueKey(this.keys, this.cryptography, this.transactions);

  issue(name = 'checkout', expires?: string) {
    return this.issueKey.execute(name, 'zoë', expires);
  }

  list() {
    return new ListKeys(this.keys).execute();
  }

  revoke(publicId: string, operator = 'adam'): Promise<void> {
    return new RevokeKey(this.keys, this.transactions).execute(publicId, operator);
  }
}
