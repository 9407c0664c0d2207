import { Global, Module } from '@nestjs/common';
import { TypeOrmTransactions } from '@petstore/database';
import { Transactions, type Transaction } from '@petstore/kernel';
import { PetId, PetOrders, PetRepository } from '@petstore/pets-domain';
import { OrderedPetId, OrderedPets, OrderRepository, type OrderedPet } from '@petstore/store-domain';
import { TypeOrmOrderRepository } from '@petstore/store-infrastructure';
import { DataSource } from 'typeorm';
import { PetsModule } from './pets/pets.module.ts';

/** Lets the context store reserve the animals of the context pets. */
class OrderedPetsAdapter extends OrderedPets {
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

/** Lets the context pets ask the context store for orders. */
class PetOrdersAdapter extends PetOrders {
  constructor(private readonly orders: OrderRepository) {
    super();
  }

  hasPlacedOrder({ decimal }: PetId, transaction: Transaction): Promise<boolean> {
    return this.orders.hasPlacedOrder(new OrderedPetId(decimal), transaction);
  }
}

/**
 * Connects the contexts pets and store, which do not import each other, and gives both the transactions. It has the orders of
 * an instance without the beta operations, too.
 */
@Global()
@Module({
  imports: [PetsModule],
  providers: [
    {
      provide: Transactions,
      useFactory: (dataSource: DataSource) => new TypeOrmTransactions(dataSource),
      inject: [DataSource],
    },
    {
      provide: OrderRepository,
      useFactory: (dataSource: DataSource) => new TypeOrmOrderRepository(dataSource),
      inject: [DataSource],
    },
    {
      provide: OrderedPets,
      useFactory: (pets: PetRepository) => new OrderedPetsAdapter(pets),
      inject: [PetRepository],
    },
    {
      provide: PetOrders,
      useFactory: (orders: OrderRepository) => new PetOrdersAdapter(orders),
      inject: [OrderRepository],
    },
  ],
  exports: [Transactions, OrderRepository, OrderedPets, PetOrders],
})
export class AdoptionModule {}
