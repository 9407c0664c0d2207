import type { Transaction } from '@petstore/kernel';
import { PetId, type PetRepository } from '@petstore/pets-domain';
import { OrderedPets, type OrderedPet, type OrderedPetId } from '@petstore/store-domain';

/** Lets the context store reserve the animals of the context pets, because the contexts do not import each other. */
export class OrderedPetsAdapter extends OrderedPets {
  constructor(private readonly pets: PetRepository) {
    super();
  }

  async lock({ decimal }: OrderedPetId, transaction: Transaction): Promise<OrderedPet | undefined> {
    const pet = await this.pets.lock(new PetId(decimal), transaction);
    return (
      pet && {
        status: pet.status,
        changeStatus: (status) => this.pets.update(pet.update({ status }), transaction),
      }
    );
  }
}
