import { createHash } from 'node:crypto';
import {
  answerCalls,
  Call,
  DatabaseUnavailable,
  PreparedStatement,
  translate,
  type SharedStatement,
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
import { insertPets, lastDrawnPetId, nextPetId } from './pet-statements.ts';
import { petColumns, toRow } from './pet.table.ts';

/** SQL expression: keys that were created at this time or earlier have expired. */
const expiryCutoff = `now() - interval '${IdempotencyKey.lifetime} milliseconds'`;

/** SET clause for ON CONFLICT: an unexpired row keeps its value, an expired row gets the new one. */
const keepIfUnexpired = (column: string) =>
  `${column} = CASE WHEN known.created_at > ${expiryCutoff} THEN known.${column} ELSE excluded.${column} END`;

/** Parameters $1 to $3 belong to the key. */
const petParameters = petColumns.map((_, index) => `$${index + 4}`).join(', ');

/**
 * Inserts key and animal in one autocommitted statement, and returns the id of the key's animal. A concurrent statement
 * with the same key waits for the lock on the key's row, and then sees the committed row or none. An unexpired row is
 * updated to its own values, because RETURNING returns only written rows. The animal is inserted only if the row of the
 * key holds the id that this statement has drawn.
 */
export const insertPetOnce = new PreparedStatement<readonly [petId: string, fingerprint: string]>(
  'add_once',
  `WITH remembered AS (
    INSERT INTO idempotency_keys AS known (owner, key, fingerprint, pet_id)
    VALUES ($1, $2, decode($3, 'hex'), ${nextPetId})
    ON CONFLICT (owner, key) DO UPDATE SET ${['fingerprint', 'pet_id', 'created_at'].map(keepIfUnexpired).join(', ')}
    RETURNING pet_id, fingerprint
  ), inserted AS (
    ${insertPets(`remembered WHERE pet_id = ${lastDrawnPetId}`, 'pet_id', petParameters)}
  )
  SELECT pet_id, encode(fingerprint, 'hex') FROM remembered`,
);

interface Create {
  readonly newPet: NewPet;
  readonly key: IdempotencyKey;
  /** In hexadecimal digits. */
  readonly fingerprint: string;
}

const insertOnce: SharedStatement<Create, Pet, readonly [petId: string, fingerprint: string]> = {
  statement: insertPetOnce,
  asked: 'change',
  valuesOf: ([create]) => insertPetOnceParameters(create!),
  answersOf([row], [create]) {
    const [petId, knownFingerprint] = row!;
    const { newPet, fingerprint } = create!;
    const isSame = knownFingerprint === fingerprint;
    return [isSame ? Pet.register(PetId.restore(petId), newPet) : new IdempotencyMismatch()];
  },
};

export function newCreate(newPet: NewPet, key: IdempotencyKey): Create {
  return { newPet, key, fingerprint: createHash('sha256').update(newPet.canonical).digest('hex') };
}

export function insertPetOnceParameters({ newPet, key: { owner, text }, fingerprint }: Create): string[] {
  const row = toRow(newPet);
  return [owner, text, fingerprint, ...petColumns.map(({ property }) => row[property])];
}

/** Deletes at most $1 expired keys. Skips rows that another transaction has locked: the next run deletes them. */
export const deleteExpiredKeys = `
  DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM idempotency_keys WHERE created_at <= ${expiryCutoff}
    ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED
  ))`;

/** SQLSTATE of a statement that exceeded `lock_timeout`. */
const lockNotAvailable = '55P03';

/** Inserts animals with an idempotency key. */
export class IdempotentInserts {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Inserts the animal, or returns the animal that an earlier insert with the same key and the same NewPet created.
   * @throws IdempotencyMismatch when the key belongs to another NewPet
   * @throws IdempotencyConflict when an insert with the same key is still running at the lock timeout
   */
  insert(newPet: NewPet, key: IdempotencyKey, deadline: Deadline): Promise<Pet> {
    return new Promise((resolve, reject) => {
      void this.execute(new Call<Create, Pet>(newCreate(newPet, key), deadline, resolve, reject));
    });
  }

  /** @returns the number of deleted keys */
  async deleteExpiredKeys(limit: number): Promise<number> {
    const [, count] = await this.dataSource
      .query<[rows: [], count: number]>(deleteExpiredKeys, [limit])
      .catch(translate('change'));
    return count;
  }

  private async execute(call: Call<Create, Pet>): Promise<void> {
    const error = await answerCalls(this.dataSource, insertOnce, [call]);
    if (error !== undefined && !call.isSettled) call.fail(isConflict(error) ? new IdempotencyConflict() : error);
  }
}

/**
 * Whether the statement waited for a lock in the keys' table, which another insert with the same key holds. The field
 * `where` of the error names the table. The text around the name, including quotation marks, depends on the server's language.
 */
function isConflict(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailable)) return false;
  const { code, where } = error.cause as { code?: unknown; where?: unknown };
  return code === lockNotAvailable && String(where).includes(idempotencyKeyTable.options.name);
}
