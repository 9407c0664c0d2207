import { createHash } from 'node:crypto';
import {
  DatabaseUnavailable,
  PreparedStatement,
  translate,
  answerCalls,
  type SharedStatement,
  Call,
} from '@petstore/database';
import type { Deadline } from '@petstore/kernel';
import {
  IdempotencyConflict,
  IdempotencyKey,
  IdempotencyMismatch,
  Pet,
  PetId,
  type NewPet,
} from '@petstore/pets-domain';
import type { DataSource } from 'typeorm';
import { idempotencyKeyTable } from './idempotency-key.table.ts';
import { toRow } from './pet.table.ts';

/** A key made since this moment, by the database's clock, is remembered. */
const oldest = `now() - interval '${IdempotencyKey.lifetime} milliseconds'`;

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
export const addOnce = new PreparedStatement<readonly [petId: string, fingerprint: string]>(
  'add_once',
  `WITH remembered AS (
    INSERT INTO idempotency_keys AS known (owner, key, fingerprint, pet_id)
    VALUES ($1, $2, decode($3, 'hex'), pg_catalog.nextval(${ids}))
    ON CONFLICT (owner, key) DO UPDATE SET ${['fingerprint', 'pet_id', 'created_at'].map(unlessKnown).join(', ')}
    RETURNING pet_id, fingerprint
  ), added AS (
    INSERT INTO pets (id, name, category_id, status) OVERRIDING SYSTEM VALUE
    SELECT pet_id, $4, $5, $6 FROM remembered WHERE pet_id = pg_catalog.currval(${ids})
  )
  SELECT pet_id, encode(fingerprint, 'hex') FROM remembered`,
);

interface Create {
  readonly newPet: NewPet;
  readonly key: IdempotencyKey;
  /** In hexadecimal digits. */
  readonly fingerprint: string;
}

const creates: SharedStatement<Create, Pet, readonly [petId: string, fingerprint: string]> = {
  statement: addOnce,
  asked: 'change',
  valuesOf: ([create]) => addOnceValues(create!),
  answersOf([row], [create]) {
    const [petId, known] = row!;
    const { newPet, fingerprint } = create!;
    return [known === fingerprint ? Pet.register(PetId.restore(petId), newPet) : new IdempotencyMismatch()];
  },
};

export function createOf(newPet: NewPet, key: IdempotencyKey): Create {
  return { newPet, key, fingerprint: createHash('sha256').update(newPet.canonical).digest('hex') };
}

export function addOnceValues({ newPet, key: { owner, text }, fingerprint }: Create): string[] {
  const { name, categoryId, status } = toRow(newPet);
  return [owner, text, fingerprint, name, categoryId, status];
}

/** Passes over rows that somebody is at work on: they are looked at again next time. */
export const forgetting = `
  DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM idempotency_keys WHERE created_at <= ${oldest} ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED
  ))`;

/** SQLSTATE of a statement that has waited for a lock for as long as it may. */
const lockNotAvailable = '55P03';

/** The creates that can be repeated: what has been added under which key. */
export class RememberedCreates {
  constructor(private readonly dataSource: DataSource) {}

  add(newPet: NewPet, key: IdempotencyKey, deadline: Deadline): Promise<Pet> {
    return new Promise((resolve, reject) => {
      void this.answer(new Call<Create, Pet>(createOf(newPet, key), deadline, resolve, reject));
    });
  }

  /** @returns how many */
  async forget(limit: number): Promise<number> {
    const [, count] = await this.dataSource
      .query<[rows: [], count: number]>(forgetting, [limit])
      .catch(translate('change'));
    return count;
  }

  private async answer(call: Call<Create, Pet>): Promise<void> {
    const error = await answerCalls(this.dataSource, creates, [call]);
    if (error !== undefined && !call.isSettled) call.fail(isConflict(error) ? new IdempotencyConflict() : error);
  }
}

/**
 * Only a wait within the keys' own table is one for a create of the same key: PostgreSQL names the table where it waited.
 * The name alone: what stands around it, quotation marks included, is translated.
 */
function isConflict(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailable)) return false;
  const { code, where } = error.cause as { code?: unknown; where?: unknown };
  return code === lockNotAvailable && String(where).includes(idempotencyKeyTable.options.name);
}
