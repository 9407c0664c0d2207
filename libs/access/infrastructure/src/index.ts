// Adapters for the ports ApiKeyRepository (PostgreSQL), Cryptography and Clock (Node), and the entities and migrations of API keys.
import type { Persistence } from '@petstore/database';
import { apiKeyLogTable } from './api-key-log.table.ts';
import { apiKeyTable } from './api-key.table.ts';
import { CreateApiKeys1795132800001 } from './migrations/1795132800001-create-api-keys.ts';
import { CreateApiKeyLog1795132800002 } from './migrations/1795132800002-create-api-key-log.ts';
import { AddKeyAccess1795459200002 } from './migrations/1795459200002-add-key-access.ts';

export { NodeClock } from './node-clock.ts';
export { NodeCryptography } from './node-cryptography.ts';
export { TypeOrmApiKeyRepository } from './typeorm-api-key.repository.ts';

export const accessPersistence: Persistence = {
  entities: [apiKeyTable, apiKeyLogTable],
  migrations: [CreateApiKeys1795132800001, CreateApiKeyLog1795132800002, AddKeyAccess1795459200002],
};
