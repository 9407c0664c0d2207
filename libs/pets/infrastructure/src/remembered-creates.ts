import { createHash } from 'node:crypto';
import { translate } from '@petstore/database';
import {
  IdempotencyConflict,
  IdempotencyKey,
  IdempotencyMismatch,
  Pet,
  PetId,
  type NewPet,
} from '@petstore/pets-domain';
import type { DataSource } from 'typeorm';
import type { IdempotencyKeyRow } from './idempotency-key.table.ts';
import { toRow } from './pet.table.ts';

/** A key made since this moment, by the database's clock, is remembered. */
const oldest = `now() - ${IdempotencyKey.lifetime} * interval '1 millisecond'`;

/** Where the key is known: what is remembered stays; of a key past its time nothing does. */
const unlessKnown = (column: string) =>
  `${column} = CASE WHEN known.created_at > ${oldest} THEN known.${column} ELSE excluded.${column} END`;

/** What draws the ids of animals. */
const ids = "pg_get_serial_sequence('pets', 'id')";

/**
 * Animal and key in one autocommitted statement, which answers which animal the key stands for. Whoever says the key while
 * this is at work waits at the key's row, and then meets what was committed, or nothing. A known key is written as it was,
 * because only a row that is written is answered; the animal is added when the key stands for the id just drawn.
 */
const addOnce = `
  WITH remembered AS (
    INSERT INTO idempotency_keys AS known (owner, key, fingerprint, pet_id)
    VALUES ($1, $2, $3, nextval(${ids}))
    ON CONFLICT (owner, key) DO UPDATE SET ${['fingerprint', 'pet_id', 'created_at'].map(unlessKnown).join(', ')}
    RETURNING pet_id, fingerprint
  ), added AS (
    INSERT INTO pets (id, name, category_id, status) OVERRIDING SYSTEM VALUE
    SELECT pet_id, $4, $5, $6 FROM remembered WHERE pet_id = currval(${ids})
  )
  SELECT pet_id AS "petId", fingerprint FROM remembered`;

/** Passes over rows that somebody is at work on: they are looked at again next time. */
export const forgetting = `
  DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM idempotency_keys WHERE created_at <= ${oldest} ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED
  ))`;

/** SQLSTATE of a statement that has waited for a lock for as long as it may. */
const lockNotAvailable = '55P03';

/** The creates that can be repeated: what has been added under which key. */
export class RememberedCreates {
  constructor(private readonly database: Pick<DataSource, 'query'>) {}

  async add(newPet: NewPet, { owner, text }: IdempotencyKey): Promise<Pet> {
    const fingerprint = createHash('sha256').update(newPet.canonical).digest();
    const { name, categoryId, status } = toRow(newPet);
    const [known] = await this.database
      .query<Pick<IdempotencyKeyRow, 'petId' | 'fingerprint'>[]>(addOnce, [
        owner,
        text,
        fingerprint,
        name,
        categoryId,
        status,
      ])
      .catch(orConflict);
    if (!known!.fingerprint.equals(fingerprint)) throw new IdempotencyMismatch();
    return Pet.register(PetId.restore(known!.petId), newPet);
  }

  /** @returns how many */
  async forget(limit: number): Promise<number> {
    const [, count] = await this.database
      .query<[rows: [], count: number]>(forgetting, [limit])
      .catch(translate('change'));
    return count;
  }
}

/** Only a wait within the keys' own table is one for a create of the same key; PostgreSQL says there where it waited. */
function orConflict(failure: unknown): never {
  const { code, where } = failure as { code?: unknown; where?: unknown };
  if (code === lockNotAvailable && String(where).includes('"idempotency_keys"')) throw new IdempotencyConflict();
  return translate('change')(failure);
}
