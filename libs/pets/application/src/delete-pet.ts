import type { AbortSignal, Transaction, Transactions } from '@petstore/kernel';
import type { PetId, PetRepository, Reservations } from '@petstore/pets-domain';
import { lockPet, requirePetId, type PetCommand } from './locked-pet.ts';

export class DeletePet {
  constructor(
    private readonly pets: PetRepository,
    private readonly reservations: Reservations,
    private readonly transactions: Transactions,
  ) {}

  /** Removes the pet. Its orders stay. @throws PetNotFound, PetChanged, PetHasOrder */
  async execute(petId: string, command: PetCommand, signal?: AbortSignal): Promise<void> {
    const id = requirePetId(petId);
    return this.transactions.run((transaction) => this.delete(id, command, transaction), { id, signal });
  }

  private async delete(id: PetId, command: PetCommand, transaction: Transaction): Promise<void> {
    const pet = await lockPet(this.pets, id, command, transaction);
    const isReserved = await this.reservations.hasPlacedOrder(id, transaction);
    await this.pets.delete(pet.remove(isReserved, command.actor), transaction);
  }
}
