import type { Transactions } from '@petstore/kernel';
import type { PetId, PetRepository, PetSnapshot } from '@petstore/pets-domain';

const batchSize = 2_000;

export class ExportPets {
  constructor(
    private readonly pets: PetRepository,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Passes all pets of one snapshot to `write`, in ascending order of id.
   * @param write receives a batch of pets, and how much of the range from the first to the last id was read: 1 with the last batch
   * @returns the number of pets
   */
  execute(write: (pets: readonly PetSnapshot[], progress: number) => Promise<void>): Promise<number> {
    return this.transactions.run(
      async (transaction) => {
        const lastId = await this.pets.lastId(transaction);
        let count = 0;
        let firstId: PetId | undefined;
        for (let after: PetId | undefined; after?.decimal !== lastId?.decimal;) {
          const batch = await this.pets.read(after, batchSize, transaction);
          firstId ??= batch[0]!.id;
          after = batch.at(-1)!.id;
          count += batch.length;
          await write(
            batch.map((pet) => pet.snapshot()),
            share(firstId, after, lastId!),
          );
        }
        return count;
      },
      { purpose: 'export' },
    );
  }
}

function share(first: PetId, id: PetId, last: PetId): number {
  const before = BigInt(first.decimal) - 1n;
  return Number(BigInt(id.decimal) - before) / Number(BigInt(last.decimal) - before);
}
