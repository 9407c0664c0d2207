import { DomainError } from '@petstore/kernel';

/** The presented key is malformed, unknown, revoked or expired. The message does not say which. */
export class InvalidApiKey extends DomainError {
  readonly code = 'invalid_api_key';

  constructor() {
    super('The API key is not valid.');
  }
}

/** The operation writes, and the presented key may only read. */
export class ReadOnlyApiKey extends DomainError {
  readonly code = 'read_only_key';

  constructor() {
    super('This API key is read-only. An operation that changes data needs a key with full access.');
  }
}

export class ApiKeyNotFound extends DomainError {
  readonly code = 'api_key_not_found';

  constructor(publicId: string) {
    super(`there is no key ${publicId}`);
  }
}

export class ApiKeyAlreadyRevoked extends DomainError {
  readonly code = 'api_key_already_revoked';

  constructor(publicId: string, revokedAt: Date) {
    super(`${publicId} has been revoked already, at ${revokedAt.toISOString()}`);
  }
}
