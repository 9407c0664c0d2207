import { createHash } from 'node:crypto';
import { IdempotencyMismatch, type IdempotencyKey } from '@petstore/kernel';
import { DatabaseUnavailable } from '../database.errors.ts';
import { expiryCutoff, idempotencyKeyTable } from './idempotency-key.table.ts';

/** How one kind of resource uses idempotency keys. */
export interface KeyedKind<Input> {
  /** Name of the kind, stored with the key. It must not change between releases. */
  readonly kind: string;
  /** SQL expression for the sequence of the ids. */
  readonly idSequence: string;
  /**
   * Returns equal texts for equal inputs. The hash of the text is stored for `IdempotencyKey.lifetime`. If a release changes the
   * text, a repeat of a request to the previous release fails with IdempotencyMismatch.
   */
  readonly canonicalText: (input: Input) => string;
}

/** The row of the key. `fingerprint` is in hexadecimal digits. */
export type KeyRow = readonly [createdId: string, kind: string, fingerprint: string];

/** The columns of a KeyRow, from the statement of `rememberKey`. */
export const keyRowColumns = "created_id, kind, encode(fingerprint, 'hex')";

/** SET clause for ON CONFLICT: an unexpired row keeps its value, an expired row gets the new one. */
const keepIfUnexpired = (column: string) =>
  `${column} = CASE WHEN known.created_at > ${expiryCutoff} THEN known.${column} ELSE excluded.${column} END`;

const keptColumns = ['fingerprint', 'kind', 'created_id', 'created_at'];

/** Number of the parameters of `rememberKey`: those of `keyParameters`. */
export const keyParameterCount = 4;

/**
 * Returns the statement that inserts the key with the next id, or finds the key's row. A concurrent statement with the same key
 * waits for the lock on the row. An unexpired row is updated to its own values, because RETURNING returns only written rows.
 */
export function rememberKey(idSequence: string): string {
  return `INSERT INTO idempotency_keys AS known (owner, key, fingerprint, kind, created_id)
        VALUES ($1, $2, decode($3, 'hex'), $4, pg_catalog.nextval(${idSequence}))
        ON CONFLICT (owner, key) DO UPDATE SET ${keptColumns.map(keepIfUnexpired).join(', ')}
        RETURNING created_id, kind, fingerprint`;
}

/**
 * SQL condition: this statement has inserted the row. The id alone is not enough, because each kind has a separate sequence.
 */
export function isInserted(idSequence: string): string {
  return `kind = $4 AND created_id = pg_catalog.currval(${idSequence})`;
}

export function keyParameters<Input>(
  { kind, canonicalText }: KeyedKind<Input>,
  input: Input,
  { owner, text }: IdempotencyKey,
): unknown[] {
  return [owner, text, hash(canonicalText(input)), kind];
}

/** Returns the id that the key has created, or IdempotencyMismatch if the key belongs to another kind or input. */
export function createdId<Input>(
  { kind, canonicalText }: KeyedKind<Input>,
  [id, knownKind, fingerprint]: KeyRow,
  input: Input,
): string | IdempotencyMismatch {
  return knownKind === kind && fingerprint === hash(canonicalText(input)) ? id : new IdempotencyMismatch();
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** SQLSTATE lock_not_available: the statement exceeded `lock_timeout`. */
const lockNotAvailable = '55P03';

/**
 * Whether another statement with the same key held the lock for which the statement waited. The error's field `where` then names
 * the keys' table. The rest of its text, including quotation marks, depends on the server's language.
 * @param error as the driver throws it, or as `toDomainError` returns it
 */
export function isKeyLocked(error: unknown): boolean {
  const driverError: unknown = error instanceof DatabaseUnavailable ? error.cause : error;
  const { code, where } = (driverError ?? {}) as { code?: unknown; where?: unknown };
  return code === lockNotAvailable && String(where).includes(idempotencyKeyTable.options.name);
}
