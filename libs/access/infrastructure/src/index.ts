// Adapters for the ports ApiKeyRepository (PostgreSQL) and Cryptography (Node), and the entities and migrations of API keys.
import type { Persistence } from '@petstore/database';
import { ApiKeyLogEntity } from './api-key-log.entity.ts';
import { ApiKeyEntity } from './api-key.entity.ts';
import * as migrations from './migrations.ts';

export { NodeCryptography } from './node-cryptography.ts';
export { TypeOrmApiKeyRepository } from './typeorm-api-key.repository.ts';

export const accessPersistence: Persistence = {
  entities: [ApiKeyEntity, ApiKeyLogEntity],
  migrations: Object.values(migrations),
};
