// The domain of API keys: their format, checksum, name, expiry and log, and the ports for storage, randomness and time.
// No database, no HTTP, no source of randomness or time.
export { ApiKeyAlreadyRevoked, ApiKeyNotFound, InvalidApiKey, ReadOnlyApiKey } from './access.errors.ts';
export {
  ApiKey,
  apiKeyAccessLevels,
  KeyName,
  type ApiKeyAccess,
  type ApiKeySnapshot,
  type ApiKeyState,
  type HashedKey,
  type IssuedKey,
} from './api-key.ts';
export { ApiKeyRepository, type FoundKey } from './api-key.repository.ts';
export { ApiKeySecret } from './api-key-secret.ts';
export { Actor, auditActions, newAuditEntry, type AuditAction, type AuditEntry } from './audit-entry.ts';
export { Expiry } from './expiry.ts';
export { Clock, Cryptography } from './platform.ts';
export { parsePublicId } from './public-id.ts';
