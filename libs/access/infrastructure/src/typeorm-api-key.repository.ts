import {
  ApiKeyNotFound,
  ApiKeyRepository,
  apiKeyAccessLevels,
  newAuditEntry,
  type Actor,
  type ApiKey,
  type AuditEntry,
  type FoundKey,
} from '@petstore/access-domain';
import { advisoryLocks, batchOptions, inTransaction, translate } from '@petstore/database';
import DataLoader from 'dataloader';
import type { DataSource, EntityManager } from 'typeorm';
import { ApiKeyLogEntity } from './api-key-log.entity.ts';
import { ApiKeyEntity, storedHash, toApiKey, toEntity } from './api-key.entity.ts';

export class TypeOrmApiKeyRepository extends ApiKeyRepository {
  /**
   * A batch waits for the batch before it, so that all look-ups of an instance share one connection. The service rejects a key
   * with a wrong checksum without a query. A client can still send many unknown keys with a correct checksum. With several
   * connections, these look-ups could occupy the connections that other requests need.
   */
  private readonly keysByHash = new DataLoader((hashes: readonly string[]) => this.findByHashes(hashes), {
    ...batchOptions,
    maxBatchSize: Infinity,
    batchScheduleFn: (dispatch) => void this.previousBatch.then(() => batchOptions.batchScheduleFn(dispatch)),
  });
  private previousBatch: Promise<unknown> = Promise.resolve();

  constructor(private readonly dataSource: DataSource) {
    super();
  }

  now(): Promise<Date> {
    return readClock(this.dataSource.manager).catch(translate('read'));
  }

  add(apiKey: ApiKey, actor: Actor): Promise<void> {
    return inTransaction(this.dataSource, ({ manager }) => insert(manager, apiKey, actor));
  }

  addFirst(issue: (now: Date) => Promise<ApiKey>, actor: Actor): Promise<void> {
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
      await manager.update(ApiKeyEntity, { publicId }, toEntity(apiKey));
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

  private findByHashes(hashes: readonly string[]): Promise<(FoundKey | undefined)[]> {
    const storedHashes = hashes.flatMap((hash) => apiKeyAccessLevels.map((access) => storedHash(hash, access)));
    const finding = this.dataSource
      .createQueryBuilder(ApiKeyEntity, 'key')
      .addSelect('clock_timestamp()', 'now')
      .where('key.secretHash = ANY(:storedHashes)', { storedHashes })
      .getRawAndEntities<{ now: Date }>()
      .catch(translate('read'));
    this.previousBatch = finding.catch(() => undefined);
    return finding.then(({ entities, raw }) => {
      const keys = entities.map(toApiKey);
      const found = new Map(
        keys.map((apiKey, index) => [apiKey.snapshot().secretHash, { apiKey, now: raw[index]!.now }]),
      );
      return hashes.map((hash) => found.get(hash));
    });
  }
}

async function insert(manager: EntityManager, apiKey: ApiKey, actor: Actor): Promise<void> {
  await manager.insert(ApiKeyEntity, toEntity(apiKey));
  await manager.insert(ApiKeyLogEntity, newAuditEntry(actor, 'issued', apiKey));
}

/**
 * Returns the current time of PostgreSQL. Does not use `now()`, because `now()` is the start of the transaction, which may be
 * earlier than a change that the transaction reads.
 */
async function readClock(manager: EntityManager): Promise<Date> {
  const [clock] = await manager.query<{ now: Date }[]>('SELECT clock_timestamp() AS now');
  return clock!.now;
}
