import { apiKeyAccessLevels, type FoundKey } from '@petstore/access-domain';
import { batchOptions, translate } from '@petstore/database';
import DataLoader from 'dataloader';
import type { DataSource } from 'typeorm';
import { ApiKeyEntity, secretHashOf, storedHash, toApiKey } from './api-key.entity.ts';

/**
 * Returns a DataLoader that finds keys by the hash of their secret. A batch waits for the batch before it, so that all look-ups of an
 * instance share one connection. The service rejects a key with a wrong checksum without a query. A client can still send many
 * unknown keys with a correct checksum. With several connections, these look-ups could occupy the connections that other requests
 * need.
 */
export function keyLoader(dataSource: DataSource): DataLoader<string, FoundKey | undefined> {
  let previous: Promise<unknown> = Promise.resolve();
  return new DataLoader(
    (hashes) => {
      const finding = findByHashes(dataSource, hashes);
      previous = finding.catch(() => undefined);
      return finding;
    },
    {
      ...batchOptions,
      maxBatchSize: Infinity,
      batchScheduleFn: (dispatch) => void previous.then(() => batchOptions.batchScheduleFn(dispatch)),
    },
  );
}

async function findByHashes(dataSource: DataSource, hashes: readonly string[]): Promise<(FoundKey | undefined)[]> {
  const storedHashes = hashes.flatMap((hash) => apiKeyAccessLevels.map((access) => storedHash(hash, access)));
  const { entities, raw } = await dataSource
    .createQueryBuilder(ApiKeyEntity, 'key')
    .addSelect('clock_timestamp()', 'now')
    .where('key.secretHash = ANY(:storedHashes)', { storedHashes })
    .getRawAndEntities<{ now: Date }>()
    .catch(translate('read'));
  const found = new Map(
    entities.map((entity, index) => [
      secretHashOf(entity.secretHash),
      { apiKey: toApiKey(entity), now: raw[index]!.now },
    ]),
  );
  return hashes.map((hash) => found.get(hash));
}
