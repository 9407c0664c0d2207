import type { AbortSignal, Transaction, Transactions } from '@petstore/kernel';
import {
  PetHasOrder,
  PetId,
  PetNotFound,
  type Pet,
  type PetOrders,
  type PetRepository,
  type PetUpdate,
} from '@petstore/pets-domain';

export class UpdatePet {
  constructor(
    private readonly pets: PetRepository,
    private readonly orders: PetOrders,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Changes the members of the pet that `update` contains.
   * @throws PetNotFound if there is no pet with the id `petId`, or if `petId` is not a canonical int64
   * @throws PetHasOrder if `update` contains the status while an order reserves the pet
   */
  async execute(petId: string, update: PetUpdate, signal?: AbortSignal): Promise<Pet> {
    const id = PetId.parse(petId);
    if (!id) throw new PetNotFound();
    return this.transactions.run((transaction) => this.update(id, update, transaction), { id, signal });
  }

  private async update(id: PetId, update: PetUpdate, transaction: Transaction): Promise<Pet> {
    const pet = await this.pets.lock(id, transaction);
    if (!pet) throw new PetNotFound();
    if (update.status && (await this.orders.hasPlacedOrder(id, transaction))) throw new PetHasOrder();
    const updated = pet.update(update);
    if (updated !== pet) await this.pets.update(updated, transaction);
    return updated;
  }
}
