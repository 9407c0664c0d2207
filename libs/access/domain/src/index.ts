// The domain of API keys: their format, checksum, name, expiry and log, and the ports for storage, randomness and time.
export * from './access.errors.ts';
export * from './api-key.ts';
export * from './api-key.repository.ts';
export * from './api-key.value-objects.ts';
export { ApiKeySecret } from './api-key-secret.ts';
export * from './audit-entry.ts';
export * from './platform.ts';
