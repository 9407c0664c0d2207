import {
  ApiKeyRepository,
  apiKeyAccessLevels,
  newAuditEntry,
  type OperatorName,
  type ApiKey,
  type AuditEntry,
  type FoundKey,
} from '@petstore/access-domain';
import { advisoryLocks, drawInTransaction, runnerOf, translate } from '@petstore/database';
import type { Transaction } from '@petstore/kernel';
import DataLoader from 'dataloader';
import type { DataSource, EntityManager } from 'typeorm';
import { ApiKeyLogEntity } from './api-key-log.entity.ts';
import { ApiKeyEntity, storedHash, toApiKey, toEntity } from './api-key.entity.ts';

export class TypeOrmApiKeyRepository extends ApiKeyRepository {
  /**
   * Each batch waits for the batch before it, so that all look-ups of an instance use at most one connection. Otherwise a client that
   * sends many unknown keys with a correct checksum could occupy the connections that other requests need.
   */
  private readonly keysByHash = new DataLoader((hashes: readonly string[]) => this.findByHashes(hashes), {
    cache: false,
    batchScheduleFn: (dispatch) => void this.previousBatch.then(() => setImmediate(dispatch)),
  });
  private previousBatch: Promise<unknown> = Promise.resolve();

  constructor(private readonly dataSource: DataSource) {
    super();
  }

  now(transaction?: Transaction): Promise<Date> {
    return transaction
      ? readClock(runnerOf(transaction).manager)
      : readClock(this.dataSource.manager).catch(translate('read'));
  }

  async add(apiKey: ApiKey, operator: OperatorName, transaction: Transaction): Promise<void> {
    const { manager } = runnerOf(transaction);
    await manager.insert(ApiKeyEntity, toEntity(apiKey));
    await addToLog(newAuditEntry(operator, 'issued', apiKey), transaction);
  }

  async claimFirst(transaction: Transaction): Promise<boolean> {
    const { manager } = runnerOf(transaction);
    const [lock] = await manager.query<{ isLocked: boolean }[]>('SELECT pg_try_advisory_xact_lock($1) AS "isLocked"', [
      advisoryLocks.firstKey,
    ]);
    // Log entries without keys mean that an operator has deleted all keys. The service must not issue a new one then.
    return lock!.isLocked && !(await manager.exists(ApiKeyLogEntity)) && !(await manager.exists(ApiKeyEntity));
  }

  async lock(publicId: string, transaction: Transaction): Promise<ApiKey | undefined> {
    const lock = { mode: 'pessimistic_write' } as const;
    const row = await runnerOf(transaction).manager.findOne(ApiKeyEntity, { where: { publicId }, lock });
    return row ? toApiKey(row) : undefined;
  }

  async revoke(revoked: ApiKey, operator: OperatorName, transaction: Transaction): Promise<void> {
    const { manager } = runnerOf(transaction);
    await manager.update(ApiKeyEntity, { publicId: revoked.publicId }, toEntity(revoked));
    await addToLog(newAuditEntry(operator, 'revoked', revoked), transaction);
  }

  async findByHash(secretHash: string, transaction?: Transaction): Promise<FoundKey | undefined> {
    if (!transaction) return this.keysByHash.load(secretHash);
    const [found] = await findByHashes(runnerOf(transaction).manager, [secretHash]);
    return found;
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
    const finding = findByHashes(this.dataSource.manager, hashes);
    this.previousBatch = finding.catch(() => undefined);
    return finding;
  }
}

async function addToLog(entry: ReturnType<typeof newAuditEntry>, transaction: Transaction): Promise<void> {
  await drawInTransaction(transaction, () => runnerOf(transaction).manager.insert(ApiKeyLogEntity, entry));
}

/** @throws DatabaseUnavailable */
async function findByHashes(manager: EntityManager, hashes: readonly string[]): Promise<(FoundKey | undefined)[]> {
  const storedHashes = hashes.flatMap((hash) => apiKeyAccessLevels.map((access) => storedHash(hash, access)));
  const { entities, raw } = await manager
    .createQueryBuilder(ApiKeyEntity, 'key')
    .addSelect('clock_timestamp()', 'now')
    .where('key.secretHash = ANY(:storedHashes)', { storedHashes })
    .getRawAndEntities<{ now: Date }>()
    .catch(translate('read'));
  const keys = entities.map(toApiKey);
  const found = new Map(keys.map((apiKey, index) => [apiKey.snapshot().secretHash, { apiKey, now: raw[index]!.now }]));
  return hashes.map((hash) => found.get(hash));
}

/**
 * Returns the current time of PostgreSQL. Does not use `now()`, because `now()` is the start of the transaction, which may be
 * earlier than a change that the transaction reads.
 */
async function readClock(manager: EntityManager): Promise<Date> {
  const [clock] = await manager.query<{ now: Date }[]>('SELECT clock_timestamp() AS now');
  return clock!.now;
}
