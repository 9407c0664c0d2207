import { DomainError } from '@petstore/kernel';

/** The database did not do what was asked, and certainly did nothing else; trying again later may help. */
export class DatabaseUnavailable extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'service_unavailable';

  constructor(cause: unknown) {
    super('The database cannot be reached at the moment.', { cause });
  }
}

/** A change was sent and no answer came: it may have been made. */
export class OutcomeUnknown extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'outcome_unknown';

  constructor(cause: unknown) {
    super('The database was lost before it answered: the change may or may not have been made.', { cause });
  }
}

/**
 * SQLSTATE classes and codes by which PostgreSQL says that it did nothing: connection refused (08001, 08004), wrong password
 * or database (28, 3D), out of disk, memory or connections (53), starting up or shutting down (57P), read-only (25006),
 * statement cancelled (57014), waited for a lock for too long (55P03).
 */
const refusals = /^(?:08001|08004|28|3D|53|57P|57014|55P03|25006)/;

/** How the system, the pool and TypeORM say that no connection came about. */
const unconnected =
  /ECONNREFUSED|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EACCES|timeout.*connect|connection timeout|waiting for a connection|not Connected|end on the pool/i;

/** How PostgreSQL (08), the system and the driver say that a connection ended, perhaps in the middle of a statement. */
const lost = /^08|ECONNRESET|EPIPE|ETIMEDOUT|Connection (?:terminated|ended)|not queryable|Query read timeout/i;

/**
 * For a promise's `catch`: throws the domain's word for a driver's failure; what is no failure of the surroundings is
 * thrown as it came.
 * @param asked whether the statement would have changed anything
 */
export function translate(asked: 'read' | 'change'): (failure: unknown) => never {
  return (failure) => {
    throw asDomainError(failure, asked);
  };
}

function asDomainError(failure: unknown, asked: 'read' | 'change'): unknown {
  if (!(failure instanceof Error) || failure instanceof DomainError) return failure;
  const code = 'code' in failure ? String(failure.code) : '';
  const text = `${code} ${failure.message}`;
  if (refusals.test(code) || unconnected.test(text)) return new DatabaseUnavailable(failure);
  if (lost.test(text)) return asked === 'change' ? new OutcomeUnknown(failure) : new DatabaseUnavailable(failure);
  return failure;
}
