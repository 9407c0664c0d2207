import type { PetRepository, PetSnapshot } from '@petstore/pets-domain';

export class ExportPets {
  constructor(private readonly pets: PetRepository) {}

  /**
   * Passes all pets of one snapshot to `write`, in ascending order of id. If `write` rejects, rejects with the same error.
   * @param write receives a batch of pets, and the share of the ids from the first to the last that were read: more than 0, and
   *   1 with the last batch
   * @returns the number of pets
   */
  async execute(write: (pets: readonly PetSnapshot[], progress: number) => Promise<void>): Promise<number> {
    let count = 0;
    let firstId: bigint | undefined;
    await this.pets.readAll(async ({ pets, lastId }) => {
      const snapshots = pets.map((pet) => pet.snapshot());
      firstId ??= BigInt(snapshots[0]!.id);
      count += snapshots.length;
      await write(snapshots, share(firstId, BigInt(snapshots.at(-1)!.id), BigInt(lastId.decimal)));
    });
    return count;
  }
}

/** Returns the share of the ids from `first` to `last` that end at `id`. */
function share(first: bigint, id: bigint, last: bigint): number {
  return Number(id - first + 1n) / Number(last - first + 1n);
}
