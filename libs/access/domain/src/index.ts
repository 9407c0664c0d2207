// What an API key is: its form, its checksum, its name, how long it is good, and the ports it is kept and made behind.
// Nobody but its holder ever sees the whole key again: the store keeps a hash.
// Knows nothing: no database, no HTTP, no randomness and no clock of its own.
export { Actor } from './actor.ts';
export { ApiKey, type ApiKeySnapshot, type ApiKeyState, type IssuedKey, type RotatedKey } from './api-key.ts';
export { ApiKeyRepository, type KeyChange, type NewApiKey } from './api-key.repository.ts';
export { ApiKeySecret } from './api-key-secret.ts';
export { audited, auditedActions, type AuditedAction, type AuditedEntry, type AuditEntry } from './audit-entry.ts';
export { Clock } from './clock.ts';
export { Cryptography } from './cryptography.ts';
export { Duration } from './duration.ts';
export { Expiry } from './expiry.ts';
export { KeyName } from './key-name.ts';
export { publicIdOf } from './public-id.ts';
export {
  ApiKeyAlreadyRevoked,
  ApiKeyAlreadyRotated,
  ApiKeyExpired,
  ApiKeyNotFound,
  InvalidActor,
  InvalidApiKey,
  InvalidDuration,
  InvalidExpiry,
  InvalidKeyId,
  InvalidKeyName,
} from './access.errors.ts';
