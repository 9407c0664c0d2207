import { Global, Module } from '@nestjs/common';
import type { Transaction } from '@petstore/kernel';
import { PetId, PetRepository, Reservations, type Pet } from '@petstore/pets-domain';
import { OrderedPetId, OrderedPets, OrderRepository } from '@petstore/store-domain';
import { OrdersModule } from './orders/orders.module.ts';
import { PetsModule } from './pets/pets.module.ts';
import { provide } from './provide.ts';

/** Lets the context `store` reserve the animals of the context `pets`. */
export class OrderedPetsAdapter extends OrderedPets {
  constructor(private readonly pets: PetRepository) {
    super();
  }

  lock({ decimal }: OrderedPetId, transaction: Transaction): Promise<Pet | undefined> {
    return this.pets.lock(new PetId(decimal), transaction);
  }

  /** The pet is one that `lock` returned, so it is a Pet. */
  update(pet: Pet, transaction: Transaction): Promise<void> {
    return this.pets.update(pet, transaction);
  }
}

/** Lets the context `pets` ask the context `store` whether an order reserves an animal. */
export class ReservationsAdapter extends Reservations {
  constructor(private readonly orders: OrderRepository) {
    super();
  }

  hasPlacedOrder({ decimal }: PetId, transaction: Transaction): Promise<boolean> {
    return this.orders.hasPlacedOrder(new OrderedPetId(decimal), transaction);
  }
}

/** Connects the contexts `pets` and `store`, which do not import each other: each has a port that the other one fulfils. */
@Global()
@Module({
  imports: [PetsModule, OrdersModule],
  providers: [
    provide(OrderedPetsAdapter, [PetRepository], OrderedPets),
    provide(ReservationsAdapter, [OrderRepository], Reservations),
  ],
  exports: [OrderedPets, Reservations],
})
export class AdoptionModule {}
