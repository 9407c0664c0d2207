import type { AbortSignal, Transaction, Transactions } from '@petstore/kernel';
import type { Pet, PetId, PetRepository, PetUpdate, Reservations } from '@petstore/pets-domain';
import { lockPet, requirePetId, type PetCommand } from './locked-pet.ts';

export class UpdatePet {
  constructor(
    private readonly pets: PetRepository,
    private readonly reservations: Reservations,
    private readonly transactions: Transactions,
  ) {}

  /** Changes the members of the pet that `update` contains. @throws PetNotFound, PetChanged, PetHasOrder */
  async execute(petId: string, update: PetUpdate, command: PetCommand, signal?: AbortSignal): Promise<Pet> {
    const id = requirePetId(petId);
    return this.transactions.run((transaction) => this.update(id, update, command, transaction), { id, signal });
  }

  private async update(id: PetId, update: PetUpdate, command: PetCommand, transaction: Transaction): Promise<Pet> {
    const pet = await lockPet(this.pets, id, command, transaction);
    // An order matters only if the update contains the status. Otherwise, no statement is spent on it while the pet is locked.
    const isReserved = update.status !== undefined && (await this.reservations.hasPlacedOrder(id, transaction));
    const updated = pet.update(update, isReserved, command.actor);
    if (updated !== pet) await this.pets.update(updated, transaction);
    return updated;
  }
}
