import {
  ApiKeyNotFound,
  ApiKeyRepository,
  newAuditEntry,
  type Actor,
  type ApiKey,
  type AuditEntry,
  type FoundKey,
  type HashedKey,
} from '@petstore/access-domain';
import { advisoryLocks, inTransaction, translate } from '@petstore/database';
import type DataLoader from 'dataloader';
import type { DataSource, EntityManager } from 'typeorm';
import { ApiKeyLogEntity } from './api-key-log.entity.ts';
import { ApiKeyEntity, toApiKey, toEntity } from './api-key.entity.ts';
import { keyLoader } from './key-loader.ts';

export class TypeOrmApiKeyRepository extends ApiKeyRepository {
  private readonly keysByHash: DataLoader<string, FoundKey | undefined>;

  constructor(private readonly dataSource: DataSource) {
    super();
    this.keysByHash = keyLoader(dataSource);
  }

  now(): Promise<Date> {
    return readClock(this.dataSource.manager).catch(translate('read'));
  }

  add(key: HashedKey, actor: Actor): Promise<void> {
    return inTransaction(this.dataSource, ({ manager }) => insert(manager, key, actor));
  }

  addFirst(issue: (now: Date) => Promise<HashedKey>, actor: Actor): Promise<void> {
    return inTransaction(this.dataSource, async ({ manager }) => {
      const [lock] = await manager.query<{ isLocked: boolean }[]>(
        'SELECT pg_try_advisory_xact_lock($1) AS "isLocked"',
        [advisoryLocks.firstKey],
      );
      // Log entries without keys mean that an operator has deleted all keys. The service must not issue a new one then.
      if (!lock?.isLocked || (await manager.exists(ApiKeyLogEntity)) || (await manager.exists(ApiKeyEntity))) return;
      await insert(manager, await issue(await readClock(manager)), actor);
    });
  }

  revoke(publicId: string, actor: Actor): Promise<void> {
    return inTransaction(this.dataSource, async ({ manager }) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const row = await manager.findOne(ApiKeyEntity, { where: { publicId }, lock });
      if (!row) throw new ApiKeyNotFound(publicId);
      const apiKey = toApiKey(row).revoke(await readClock(manager));
      await manager.update(ApiKeyEntity, { publicId }, apiKey.snapshot());
      await manager.insert(ApiKeyLogEntity, newAuditEntry(actor, 'revoked', apiKey));
    });
  }

  findByHash(secretHash: string): Promise<FoundKey | undefined> {
    return this.keysByHash.load(secretHash);
  }

  async list(): Promise<ApiKey[]> {
    const order = { createdAt: 'ASC', publicId: 'ASC' } as const;
    const rows = await this.dataSource.manager.find(ApiKeyEntity, { order }).catch(translate('read'));
    return rows.map(toApiKey);
  }

  async recordUse(publicId: string): Promise<void> {
    const lastUsedAt = () => 'clock_timestamp()';
    await this.dataSource.manager.update(ApiKeyEntity, { publicId }, { lastUsedAt }).catch(translate('change'));
  }

  log(): Promise<AuditEntry[]> {
    return this.dataSource.manager.find(ApiKeyLogEntity, { order: { id: 'ASC' } }).catch(translate('read'));
  }
}

async function insert(manager: EntityManager, key: HashedKey, actor: Actor): Promise<void> {
  await manager.insert(ApiKeyEntity, toEntity(key));
  await manager.insert(ApiKeyLogEntity, newAuditEntry(actor, 'issued', key.apiKey));
}

/**
 * Returns the current time of PostgreSQL. Does not use `now()`, because `now()` is the start of the transaction, which may be
 * earlier than a change that the transaction reads.
 */
async function readClock(manager: EntityManager): Promise<Date> {
  const [clock] = await manager.query<{ now: Date }[]>('SELECT clock_timestamp() AS now');
  return clock!.now;
}
