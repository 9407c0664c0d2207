import { Global, Module } from '@nestjs/common';
import { TypeOrmTransactions } from '@petstore/database';
import { Transactions } from '@petstore/kernel';
import { PetOrders, PetRepository } from '@petstore/pets-domain';
import { OrderedPets, OrderRepository } from '@petstore/store-domain';
import { TypeOrmOrderRepository } from '@petstore/store-infrastructure';
import { DataSource } from 'typeorm';
import { OrderedPetsAdapter } from './ordered-pets.adapter.ts';
import { PetOrdersAdapter } from './pet-orders.adapter.ts';
import { PetsModule } from './pets/pets.module.ts';

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
