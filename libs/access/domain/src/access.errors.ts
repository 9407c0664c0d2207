import { DomainError } from '@petstore/kernel';

/** The key is malformed, unknown, revoked or expired; which of these is not told. */
export class InvalidApiKey extends DomainError {
  readonly kind = 'unauthenticated';
  readonly code = 'invalid_api_key';

  constructor() {
    super('The API key is not valid.');
  }
}

/** What an operator wrote is not what it must be; the message says what is allowed, and does not echo what was given. */
abstract class InvalidText extends DomainError {
  readonly kind = 'invalid';

  constructor(what: string, allowed: string) {
    super(`${what} must be ${allowed}`);
  }
}

export class InvalidKeyName extends InvalidText {
  readonly code = 'invalid_key_name';

  constructor(allowed: string) {
    super('the name of a key', allowed);
  }
}

export class InvalidActor extends InvalidText {
  readonly code = 'invalid_actor';

  constructor(allowed: string) {
    super('the name of who does it', allowed);
  }
}

export class InvalidKeyId extends InvalidText {
  readonly code = 'invalid_key_id';

  constructor(allowed: string) {
    super('the id of a key', allowed);
  }
}

export class InvalidDuration extends InvalidText {
  readonly code = 'invalid_duration';

  constructor(allowed: string) {
    super('a duration', allowed);
  }
}

export class InvalidExpiry extends InvalidText {
  readonly code = 'invalid_expiry';

  constructor(allowed: string) {
    super('the expiry of a key', allowed);
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
