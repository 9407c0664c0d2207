import {
  ApiKeyNotFound,
  ApiKeyRepository,
  type ApiKey,
  type AuditedEntry,
  type AuditEntry,
  type KeyChange,
  type NewApiKey,
} from '@petstore/access-domain';
import { advisoryLocks, Batching, inTransaction, translate } from '@petstore/database';
import { Deadline } from '@petstore/kernel';
import { In, type DataSource, type EntityManager } from 'typeorm';
import { apiKeyLogTable, toAuditedEntry, toLogRows } from './api-key-log.table.ts';
import { apiKeyTable, toApiKey, toChanges, toRow } from './api-key.table.ts';
import { batchedKeyLookups, type FoundKey } from './batched-key-lookups.ts';

/** PostgreSQL accepts 65,535 parameters per statement, and the log entry of a key has four. */
const maxDeletesPerStatement = 1_000;

export class TypeOrmApiKeyRepository extends ApiKeyRepository {
  private readonly findByHashBatched: (secretHash: string, deadline: Deadline) => Promise<FoundKey | undefined>;

  constructor(
    private readonly dataSource: DataSource,
    batching = Batching.on,
  ) {
    super();
    this.findByHashBatched = batchedKeyLookups(dataSource, batching);
  }

  now(): Promise<Date> {
    return readClock(this.dataSource.manager).catch(translate('read'));
  }

  async add(apiKey: ApiKey, secretHash: string, entry: AuditEntry): Promise<void> {
    await this.inTransaction((manager) => insertKey(manager, { apiKey, secretHash, entry }));
  }

  async addFirst(make: (now: Date) => Promise<NewApiKey>): Promise<void> {
    await this.inTransaction(async (manager) => {
      const [lock] = await manager.query<{ isOurs: boolean }[]>('SELECT pg_try_advisory_xact_lock($1) AS "isOurs"', [
        advisoryLocks.firstKey,
      ]);
      // Log entries without keys mean that an operator has deleted all keys: then the service must not issue one.
      if (!lock?.isOurs || (await manager.exists(apiKeyLogTable)) || (await manager.exists(apiKeyTable))) return;
      await insertKey(manager, await make(await readClock(manager)));
    });
  }

  change<Change extends KeyChange>(publicId: string, decide: (apiKey: ApiKey, now: Date) => Change): Promise<Change> {
    return this.inTransaction(async (manager) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const row = await manager.findOne(apiKeyTable, { where: { publicId }, lock });
      if (!row) throw new ApiKeyNotFound(publicId);
      const change = decide(toApiKey(row), await readClock(manager));
      const { changed, successor, entries } = change;
      await manager.update(apiKeyTable, { publicId }, toChanges(changed));
      if (successor) await manager.insert(apiKeyTable, toRow(successor.apiKey, successor.secretHash));
      await manager.insert(apiKeyLogTable, toLogRows(entries));
      return change;
    });
  }

  findByHash(secretHash: string, deadline = Deadline.none): Promise<FoundKey | undefined> {
    return this.findByHashBatched(secretHash, deadline);
  }

  async list(): Promise<ApiKey[]> {
    const order = { createdAt: 'ASC', publicId: 'ASC' } as const;
    const rows = await this.dataSource.manager.find(apiKeyTable, { order }).catch(translate('read'));
    return rows.map(toApiKey);
  }

  async recordUse(publicId: string): Promise<void> {
    const lastUsedAt = () => 'clock_timestamp()';
    await this.dataSource.manager.update(apiKeyTable, { publicId }, { lastUsedAt }).catch(translate('change'));
  }

  async remove(entries: readonly AuditEntry[]): Promise<number> {
    return this.inTransaction(async (manager) => {
      let count = 0;
      for (let first = 0; first < entries.length; first += maxDeletesPerStatement) {
        const batch = entries.slice(first, first + maxDeletesPerStatement);
        const deleting = manager.createQueryBuilder().delete().from(apiKeyTable).returning('public_id');
        const { raw } = await deleting.where({ publicId: In(batch.map(({ publicId }) => publicId)) }).execute();
        const removed = new Set((raw as { public_id: string }[]).map((row) => row.public_id));
        await manager.insert(apiKeyLogTable, toLogRows(batch.filter(({ publicId }) => removed.has(publicId))));
        count += removed.size;
      }
      return count;
    });
  }

  async log(): Promise<AuditedEntry[]> {
    const order = { id: 'ASC' } as const;
    const rows = await this.dataSource.manager.find(apiKeyLogTable, { order }).catch(translate('read'));
    return rows.map(toAuditedEntry);
  }

  private inTransaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return inTransaction(this.dataSource, ({ manager }) => work(manager));
  }
}

async function insertKey(manager: EntityManager, { apiKey, secretHash, entry }: NewApiKey): Promise<void> {
  await manager.insert(apiKeyTable, toRow(apiKey, secretHash));
  await manager.insert(apiKeyLogTable, toLogRows([entry]));
}

/** Not `now()`: that is the start of the transaction, which may be before a change that the transaction sees. */
async function readClock(manager: EntityManager): Promise<Date> {
  const [clock] = await manager.query<{ now: Date }[]>('SELECT clock_timestamp() AS now');
  return clock!.now;
}
