// The domain of API keys: their format, checksum, name, expiry and log, and the ports for storage, randomness and time.
// No database, no HTTP, no source of randomness or time.
export { Actor } from './actor.ts';
export { apiKeyAccessLevels, type ApiKeyAccess } from './api-key-access.ts';
export { ApiKey, type ApiKeySnapshot, type ApiKeyState, type IssuedKey, type RotatedKey } from './api-key.ts';
export { ApiKeyRepository, type FoundKey, type KeyChange, type NewApiKey } from './api-key.repository.ts';
export { ApiKeySecret } from './api-key-secret.ts';
export {
  newAuditEntry,
  auditActions,
  type AuditAction,
  type StoredAuditEntry,
  type AuditEntry,
} from './audit-entry.ts';
export { Clock } from './clock.ts';
export { Cryptography } from './cryptography.ts';
export { Duration } from './duration.ts';
export { Expiry } from './expiry.ts';
export { KeyName } from './key-name.ts';
export { parsePublicId } from './public-id.ts';
export {
  ApiKeyAlreadyRevoked,
  ApiKeyAlreadyRotated,
  ApiKeyExpired,
  ApiKeyNotFound,
  InvalidApiKey,
  ReadOnlyApiKey,
} from './access.errors.ts';
