import type { ApiKeyRepository } from '@petstore/access-domain';
import { TypeOrmApiKeyRepository } from '@petstore/access-infrastructure';
import { readConfig } from '../../config.ts';
import { withDatabase } from '../../with-database.ts';

/** Does the work on the keys of the configured database. */
export function withKeys<T>(work: (keys: ApiKeyRepository) => Promise<T>): Promise<T> {
  return withDatabase(readConfig().database, ({ dataSource }) => work(new TypeOrmApiKeyRepository(dataSource)));
}
