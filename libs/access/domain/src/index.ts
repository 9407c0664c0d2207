// What an API key is: its form, its checksum, its name, and the ports it is kept and made behind.
// Nobody but its holder ever sees the whole key again: the store keeps a hash.
// Knows nothing: no database, no HTTP, no randomness of its own.
export { ApiKey } from './api-key.ts';
export { ApiKeyRepository } from './api-key.repository.ts';
export { ApiKeySecret } from './api-key-secret.ts';
export { Cryptography } from './cryptography.ts';
export { InvalidApiKey, InvalidKeyName } from './access.errors.ts';
export { KeyName } from './key-name.ts';
