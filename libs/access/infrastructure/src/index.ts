// Adapters for the ports ApiKeyRepository (PostgreSQL), Cryptography and Clock (Node), and the entities and migrations of API keys.
import type { Persistence } from '@petstore/database';
import { ApiKeyLogEntity } from './api-key-log.entity.ts';
import { ApiKeyEntity } from './api-key.entity.ts';
import { CreateApiKeys1795132800001 } from './migrations/1795132800001-create-api-keys.ts';
import { CreateApiKeyLog1795132800002 } from './migrations/1795132800002-create-api-key-log.ts';
import { AddKeyAccess1795459200002 } from './migrations/1795459200002-add-key-access.ts';

export { NodeClock, NodeCryptography } from './node-platform.ts';
export { TypeOrmApiKeyRepository } from './typeorm-api-key.repository.ts';

export const accessPersistence: Persistence = {
  entities: [ApiKeyEntity, ApiKeyLogEntity],
  migrations: [CreateApiKeys1795132800001, CreateApiKeyLog1795132800002, AddKeyAccess1795459200002],
};
