import type { Transactions } from '@petstore/kernel';
import type { NewPet, PetRepository } from '@petstore/pets-domain';

/** Number of pets that are stored at once. */
const batchSize = 1_000;

export class ImportPets {
  constructor(
    private readonly pets: PetRepository,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Creates all pets in one transaction, and returns their number. If `newPets` or `beforeCommit` throws, creates none.
   * @param beforeCommit called after the last insert: the last moment to cancel the import, by an error
   */
  execute(newPets: AsyncIterable<NewPet>, actor: string, beforeCommit?: () => void): Promise<number> {
    return this.transactions.run(
      async (transaction) => {
        let count = 0;
        for await (const batch of batches(newPets)) {
          const registered = batch.map((newPet) => newPet.register(actor));
          await this.pets.addAll(registered, transaction);
          count += batch.length;
        }
        beforeCommit?.();
        return count;
      },
      { purpose: 'import' },
    );
  }
}

async function* batches(newPets: AsyncIterable<NewPet>): AsyncGenerator<NewPet[]> {
  let batch: NewPet[] = [];
  for await (const newPet of newPets) {
    batch.push(newPet);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
