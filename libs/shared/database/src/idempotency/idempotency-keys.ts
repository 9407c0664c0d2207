import { IdempotencyConflict, IdempotencyMismatch, type IdempotencyKey, type Transaction } from '@petstore/kernel';
import type DataLoader from 'dataloader';
import type { DataSource, EntityManager } from 'typeorm';
import { batchLoader } from '../batching/batch.ts';
import type { Persistence } from '../connection/data-source.ts';
import { translate } from '../errors/database.errors.ts';
import { sqlState, type StatementError } from '../errors/statement-outcome.ts';
import { runnerOf } from '../transactions/typeorm-transactions.ts';
import { expiryCutoff, IdempotencyKeyEntity } from './idempotency-key.entity.ts';
import * as migrations from './migrations.ts';

/** The table of the idempotency keys, which all contexts share. */
export const idempotencyPersistence: Persistence = {
  entities: [IdempotencyKeyEntity],
  migrations: Object.values(migrations),
};

export interface KeyedRequest {
  readonly key: IdempotencyKey;
  /**
   * SHA-256 of the request, in hexadecimal digits. It distinguishes a repeat from a request with other values. If a release changes the
   * text that is hashed, a repeat of a request to the previous release fails with IdempotencyMismatch. Therefore a member that a later
   * release adds is appended with its name, and only if the record has it.
   */
  readonly fingerprint: string;
}

/**
 * The advisory lock of a key, which every transaction takes before it writes the row of the key. Two keys with the same hash only wait for
 * each other. An owner contains no space. The OID of the table distinguishes the schemas of a database, and costs a statement nothing,
 * because PostgreSQL knows it before it plans the statement.
 */
const lockOf = (owner: string, key: string) =>
  `pg_catalog.hashtextextended(${owner} || ' ' || ${key}, 'idempotency_keys'::regclass::oid::bigint)`;

/** Inserts keys, or replaces expired ones. Returns the ids of the keys that it has written. */
const storeKeys = (rows: string) => `
  INSERT INTO idempotency_keys AS known (owner, key, fingerprint, kind, created_id)
  ${rows}
  ON CONFLICT (owner, key) DO UPDATE
  SET fingerprint = excluded.fingerprint, kind = excluded.kind, created_id = excluded.created_id, created_at = now()
  WHERE known.created_at <= ${expiryCutoff}
  RETURNING created_id`;

/** Finds the unexpired keys of the owners $1 with the texts $2. */
const findKeys = `
  SELECT position::int, created_id AS id, kind, encode(fingerprint, 'hex') AS fingerprint
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS request (owner, key, position)
  JOIN idempotency_keys USING (owner, key) WHERE created_at > ${expiryCutoff}`;

/**
 * The idempotency keys of one kind of resource. They are stored in the transaction that creates the resource: if it fails, its
 * key is not stored.
 */
export class IdempotencyKeys {
  /**
   * Common table expressions for a statement that creates many resources. They read the columns `id`, `owner`, `key` and `fingerprint`
   * of the expression `input`, and claim its keys: `claimed_key` has the `created_id` of each key that no other request has used.
   *
   * A key that another transaction has locked is not claimed, so that the statement never waits for it. The keys are sorted, so that
   * two statements cannot wait for each other.
   */
  readonly claims: string;

  private readonly known: DataLoader<KeyedRequest, string | undefined>;

  /** @param kind name of the kind, stored with the key. It must not change between releases. */
  constructor(
    private readonly kind: string,
    dataSource: DataSource,
  ) {
    const claimed = `SELECT owner, key, decode(fingerprint, 'hex'), '${kind}', id FROM locked_key ORDER BY owner, key`;
    this.claims = `locked_key AS MATERIALIZED (
      SELECT id, owner, key, fingerprint FROM input
      WHERE key IS NOT NULL AND pg_try_advisory_xact_lock(${lockOf('owner', 'key')})
    ), claimed_key AS (${storeKeys(claimed)})`;
    const findAll = (requests: readonly KeyedRequest[]) => this.findAll(dataSource.manager, requests);
    this.known = batchLoader<KeyedRequest, string | undefined>((requests) =>
      findAll(requests).catch(translate('read')),
    );
  }

  /**
   * Returns `claimed_key` for a statement that creates one resource, which PostgreSQL plans faster than with `claims`. The parameters $1,
   * $2 and $3 are owner, key and fingerprint.
   * @param newId SQL expression of the id of the new resource
   */
  claimOne(newId: string): string {
    const row = `SELECT $1, $2, decode($3, 'hex'), '${this.kind}', ${newId} WHERE pg_try_advisory_xact_lock(${lockOf('$1', '$2')})`;
    return `claimed_key AS (${storeKeys(row)})`;
  }

  /** Returns the id that the key has created; undefined if the key is unknown, or its request has not ended. @throws IdempotencyMismatch */
  find(request: KeyedRequest): Promise<string | undefined> {
    return this.known.load(request);
  }

  /**
   * Waits for a transaction with the same key, and keeps others waiting until this transaction ends. Then does what `find` does. The
   * transaction must create the resource and call `store` if there is no id.
   * @throws IdempotencyMismatch, or IdempotencyConflict if a transaction with the same key is still running at the lock timeout
   */
  async claim(transaction: Transaction, request: KeyedRequest): Promise<string | undefined> {
    const { manager } = runnerOf(transaction);
    const { owner, text } = request.key;
    await manager
      .query(`SELECT pg_advisory_xact_lock(${lockOf('$1::text', '$2::text')})`, [owner, text])
      .catch((error: StatementError) => {
        throw error.code === sqlState.lockNotAvailable ? new IdempotencyConflict() : error;
      });
    const [known] = await this.findAll(manager, [request]);
    if (known instanceof IdempotencyMismatch) throw known;
    return known;
  }

  /** Stores the id of the resource that the transaction has created. */
  async store(transaction: Transaction, { key, fingerprint }: KeyedRequest, createdId: string): Promise<void> {
    const row = "VALUES ($1, $2, decode($3, 'hex'), $4, $5)";
    await runnerOf(transaction).manager.query(storeKeys(row), [key.owner, key.text, fingerprint, this.kind, createdId]);
  }

  /** Returns the id that each key has created; undefined if the key is unknown, an error if it belongs to another kind or request. */
  private async findAll(
    manager: EntityManager,
    requests: readonly KeyedRequest[],
  ): Promise<(string | undefined | IdempotencyMismatch)[]> {
    const keys = [requests.map(({ key }) => key.owner), requests.map(({ key }) => key.text)];
    const rows = await manager.query<KnownKey[]>(findKeys, keys);
    const found = new Map(rows.map((row) => [row.position, row]));
    return requests.map(({ fingerprint }, index) => {
      const known = found.get(index + 1);
      const isSame = known?.kind === this.kind && known.fingerprint === fingerprint;
      return known && !isSame ? new IdempotencyMismatch() : known?.id;
    });
  }
}

/** A row of `findKeys`. `position` is that of the key in the parameters, from 1. */
interface KnownKey {
  readonly position: number;
  readonly id: string;
  readonly kind: string;
  readonly fingerprint: string;
}

/** Deletes at most $1 expired keys. Skips rows that another transaction has locked: the next run deletes them. */
const deleteExpired = `
  DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM idempotency_keys WHERE created_at <= ${expiryCutoff}
    ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED
  ))`;

/** Deletes up to `limit` expired keys of all contexts, without waiting for keys that are in use. @returns the number of deleted keys */
export async function deleteExpiredKeys(dataSource: DataSource, limit: number): Promise<number> {
  const deleting = dataSource.query<[rows: [], count: number]>(deleteExpired, [limit]);
  const [, count] = await deleting.catch(translate('change'));
  return count;
}
