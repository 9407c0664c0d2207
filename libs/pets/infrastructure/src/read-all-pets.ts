import { DatabaseUnavailable, inTransaction, OutcomeUnknown } from '@petstore/database';
import { PetId, type Pet, type PetBatch } from '@petstore/pets-domain';
import type { DataSource, QueryRunner } from 'typeorm';
import { toPet, toRows, UnreadableRow } from './pet-rows.ts';
import { greatestId, petsAfter } from './pet-statements.ts';

/** Number of pets per statement. With names of 255 code points, a batch takes about 4 MB. */
const batchSize = 2_000;

/** Less than every id, because ids start at 1. */
const beforeFirstId = '0';

/**
 * Implements `PetRepository.readAll` with keyset pages in one read-only transaction, so that the memory and the time of a
 * statement do not depend on the number of pets.
 */
export async function readAllPets(dataSource: DataSource, receive: (batch: PetBatch) => Promise<void>): Promise<void> {
  const reading = inTransaction(dataSource, async (runner) => {
    await runner.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    // The receiver may wait for a slow reader of its output. pg_dump turns this timeout off as well.
    await runner.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const [last] = (await runner.query(greatestId)) as { id: string | null }[];
    if (last!.id === null) return;
    const lastId = PetId.restore(last!.id);
    for await (const pets of batches(runner)) await receive({ pets, lastId });
  });
  await reading.catch((error: unknown) => {
    // All pets were read, but without a COMMIT their snapshot is not confirmed. A change is not lost, because there is none.
    throw error instanceof OutcomeUnknown ? new DatabaseUnavailable(error) : error;
  });
}

async function* batches(runner: QueryRunner): AsyncGenerator<Pet[]> {
  let after = beforeFirstId;
  for (;;) {
    const [row] = (await runner.query(petsAfter, [after, batchSize])) as Record<string, string>[];
    if (!row) return;
    const pets = toRows(Object.values(row)).map(toPet);
    const unreadable = pets.find((pet) => pet instanceof UnreadableRow);
    if (unreadable) throw unreadable;
    yield pets as Pet[];
    if (pets.length < batchSize) return;
    after = (pets.at(-1) as Pet).snapshot().id;
  }
}
