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

export class InvalidActor extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'invalid_actor';

  constructor(allowed: string) {
    super(`the name of who does it must be ${allowed}`);
  }
}

export class InvalidKeyId extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'invalid_key_id';

  constructor(allowed: string) {
    super(`the id of a key must be ${allowed}`);
  }
}

export class InvalidDuration extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'invalid_duration';

  constructor(allowed: string) {
    super(`a duration must be ${allowed}`);
  }
}

export class InvalidExpiry extends DomainError {
  readonly kind = 'invalid';
  readonly code = 'invalid_expiry';

  constructor(allowed: string) {
    super(`the expiry of a key must be ${allowed}`);
  }
}

export class ApiKeyNotFound extends DomainError {
  readonly kind = 'not-found';
  readonly code = 'api_key_not_found';

  constructor(publicId: string) {
    super(`there is no key ${publicId}`);
  }
}

export class ApiKeyAlreadyRevoked extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'api_key_already_revoked';

  constructor(publicId: string, at: Date) {
    super(`${publicId} has been revoked already, at ${at.toISOString()}`);
  }
}

export class ApiKeyAlreadyRotated extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'api_key_already_rotated';

  constructor(publicId: string, successorId: string) {
    super(`${publicId} has been rotated already: ${successorId} is its successor`);
  }
}

export class ApiKeyExpired extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'api_key_expired';

  constructor(publicId: string, at: Date) {
    super(`${publicId} has expired, at ${at.toISOString()}: issue a new one`);
  }
}
