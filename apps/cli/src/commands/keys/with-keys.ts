import type { ApiKeyRepository } from '@petstore/access-domain';
import { OperatorError } from '@petstore/settings';
import { readConfig } from '../../config.ts';
import { withDatabase } from '../../with-database.ts';

/** Opens the configured database, runs `work` with the repository of its keys, and closes the database. */
export async function withKeys<T>(work: (keys: ApiKeyRepository) => Promise<T>): Promise<T> {
  const { TypeOrmApiKeyRepository } = await import('@petstore/access-infrastructure');
  return withDatabase(readConfig().database, (dataSource) => work(new TypeOrmApiKeyRepository(dataSource)));
}

/**
 * Runs `withKeys` for work that creates a key.
 * @throws OperatorError if the connection was lost during COMMIT: the key may exist, but its secret was not printed
 */
export function withNewKey<T>(work: (keys: ApiKeyRepository) => Promise<T>): Promise<T> {
  return withKeys(work).catch(async (error: unknown) => {
    const { OutcomeUnknown } = await import('@petstore/database');
    if (!(error instanceof OutcomeUnknown)) throw error;
    throw new OperatorError(
      'the connection was lost before the database confirmed the change: the new key may exist, but its secret is lost. ' +
        'Run `petstore keys list`; if the new key is there, run `petstore keys revoke` with its id, then issue another',
      { cause: error },
    );
  });
}
