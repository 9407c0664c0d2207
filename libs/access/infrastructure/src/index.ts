// Where API keys are kept, PostgreSQL through TypeORM, and what they are made with, Node's cryptography.
// Brings the context's tables and migrations, and the adapters behind its ports.
// Knows the domain, and nobody but the apps knows it.
import type { Persistence } from '@petstore/database';
import { apiKeyTable } from './api-key.table.ts';
import { CreateApiKeys1795132800001 } from './migrations/1795132800001-create-api-keys.ts';

export { NodeCryptography } from './node-cryptography.ts';
export { TypeOrmApiKeyRepository } from './typeorm-api-key.repository.ts';

export const accessPersistence: Persistence = { tables: [apiKeyTable], migrations: [CreateApiKeys1795132800001] };
