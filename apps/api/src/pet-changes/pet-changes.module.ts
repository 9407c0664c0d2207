import { Module } from '@nestjs/common';
import { Transactions } from '@petstore/kernel';
import { ListPetChanges, UpdatePet } from '@petstore/pets-application';
import { PetChanges, PetOrders, PetRepository } from '@petstore/pets-domain';
import { TypeOrmPetChanges } from '@petstore/pets-infrastructure';
import { OrderRepository } from '@petstore/store-domain';
import { DataSource } from 'typeorm';
import { OrdersModule } from '../orders/orders.module.ts';
import { PetsModule } from '../pets/pets.module.ts';
import { PetChangesController } from './pet-changes.controller.ts';
import { PetOrdersAdapter } from './pet-orders.adapter.ts';

@Module({
  imports: [PetsModule, OrdersModule],
  controllers: [PetChangesController],
  providers: [
    {
      provide: PetChanges,
      useFactory: (dataSource: DataSource) => new TypeOrmPetChanges(dataSource),
      inject: [DataSource],
    },
    {
      provide: PetOrders,
      useFactory: (orders: OrderRepository) => new PetOrdersAdapter(orders),
      inject: [OrderRepository],
    },
    {
      provide: ListPetChanges,
      useFactory: (changes: PetChanges) => new ListPetChanges(changes),
      inject: [PetChanges],
    },
    {
      provide: UpdatePet,
      useFactory: (pets: PetRepository, orders: PetOrders, transactions: Transactions) =>
        new UpdatePet(pets, orders, transactions),
      inject: [PetRepository, PetOrders, Transactions],
    },
  ],
})
export class PetChangesModule {}
