import { DomainError } from '@petstore/kernel';

/** The key is malformed, unknown, revoked or expired; which of these is not told. */
export class InvalidApiKey extends DomainError {
  readonly kind = 'unauthenticated';
  readonly code = 'invalid_api_key';

  constructor() {
    super('The API key is not valid.');
  }
}

export class InvalidKeyName extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'invalid_key_name';

  constructor(allowed: string) {
    super(`the name of a key must be ${allowed}`);
  }
}
