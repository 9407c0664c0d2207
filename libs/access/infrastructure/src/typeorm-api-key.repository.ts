import {
  ApiKeyNotFound,
  ApiKeyRepository,
  type ApiKey,
  type StoredAuditEntry,
  type AuditEntry,
  type FoundKey,
  type KeyChange,
  type NewApiKey,
} from '@petstore/access-domain';
import { advisoryLocks, inTransaction, translate } from '@petstore/database';
import type DataLoader from 'dataloader';
import { In, type DataSource, type EntityManager } from 'typeorm';
import { apiKeyLogTable, toLogRows, toStoredEntries } from './api-key-log.table.ts';
import { apiKeyTable, toApiKey, toRow } from './api-key.table.ts';
import { keyLoader } from './batched-key-lookups.ts';

/** PostgreSQL accepts 65,535 parameters in a statement, and the INSERT of a log entry has five. */
const maxEntriesPerStatement = 1_000;

export class TypeOrmApiKeyRepository extends ApiKeyRepository {
  private readonly lookups: DataLoader<string, FoundKey | undefined>;

  constructor(private readonly dataSource: DataSource) {
    super();
    this.lookups = keyLoader(dataSource);
  }

  now(): Promise<Date> {
    return readClock(this.dataSource.manager).catch(translate('read'));
  }

  async add(apiKey: ApiKey, secretHash: string, entry: AuditEntry): Promise<void> {
    await inTransaction(this.dataSource, ({ manager }) => insertKey(manager, { apiKey, secretHash, entry }));
  }

  async addFirst(create: (now: Date) => Promise<NewApiKey>): Promise<void> {
    await inTransaction(this.dataSource, async ({ manager }) => {
      const [lock] = await manager.query<{ isLocked: boolean }[]>(
        'SELECT pg_try_advisory_xact_lock($1) AS "isLocked"',
        [advisoryLocks.firstKey],
      );
      // Log entries without keys mean that an operator has deleted all keys. The service must not issue a new one then.
      if (!lock?.isLocked || (await manager.exists(apiKeyLogTable)) || (await manager.exists(apiKeyTable))) return;
      await insertKey(manager, await create(await readClock(manager)));
    });
  }

  change<T extends KeyChange>(publicId: string, decide: (apiKey: ApiKey, now: Date) => T): Promise<T> {
    return inTransaction(this.dataSource, async ({ manager }) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const row = await manager.findOne(apiKeyTable, { where: { publicId }, lock });
      if (!row) throw new ApiKeyNotFound(publicId);
      const change = decide(toApiKey(row), await readClock(manager));
      await manager.update(apiKeyTable, { publicId }, change.changed.snapshot());
      if (change.successor) await manager.insert(apiKeyTable, toRow(change.successor));
      await manager.insert(apiKeyLogTable, toLogRows(change.entries));
      return change;
    });
  }

  findByHash(secretHash: string): Promise<FoundKey | undefined> {
    return this.lookups.load(secretHash);
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
    return inTransaction(this.dataSource, async ({ manager }) => {
      let count = 0;
      for (let first = 0; first < entries.length; first += maxEntriesPerStatement) {
        const batch = entries.slice(first, first + maxEntriesPerStatement);
        const query = manager.createQueryBuilder().delete().from(apiKeyTable).returning('public_id');
        const { raw } = await query.where({ publicId: In(batch.map(({ publicId }) => publicId)) }).execute();
        const removed = new Set((raw as { public_id: string }[]).map((row) => row.public_id));
        await manager.insert(apiKeyLogTable, toLogRows(batch.filter(({ publicId }) => removed.has(publicId))));
        count += removed.size;
      }
      return count;
    });
  }

  async log(): Promise<StoredAuditEntry[]> {
    const order = { id: 'ASC' } as const;
    const rows = await this.dataSource.manager.find(apiKeyLogTable, { order }).catch(translate('read'));
    return toStoredEntries(rows);
  }
}

async function insertKey(manager: EntityManager, newKey: NewApiKey): Promise<void> {
  await manager.insert(apiKeyTable, toRow(newKey));
  await manager.insert(apiKeyLogTable, toLogRows([newKey.entry]));
}

/**
 * Returns the current time of PostgreSQL. Does not use `now()`, because `now()` is the start of the transaction, which may be
 * earlier than a change that the transaction reads.
 */
async function readClock(manager: EntityManager): Promise<Date> {
  const [clock] = await manager.query<{ now: Date }[]>('SELECT clock_timestamp() AS now');
  return clock!.now;
}
