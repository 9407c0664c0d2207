import type { ApiKeyRepository } from '@petstore/access-domain';
import { TypeOrmApiKeyRepository } from '@petstore/access-infrastructure';
import { readConfig } from '../../config.ts';
import { withDatabase } from '../../with-database.ts';

/** Runs `work` with the keys in the configured database. */
export function withKeys<T>(work: (keys: ApiKeyRepository) => Promise<T>): Promise<T> {
  return withDatabase(readConfig().database, ({ dataSource }) => work(new TypeOrmApiKeyRepository(dataSource)));
}
