import { Global, Module } from '@nestjs/common';
import { TypeOrmTransactions } from '@petstore/database';
import { bind } from '@petstore/http/nest/providers';
import { Transactions } from '@petstore/kernel';
import { PetOrders, PetRepository } from '@petstore/pets-domain';
import { OrderedPets, OrderRepository } from '@petstore/store-domain';
import { DataSource } from 'typeorm';
import { OrderedPetsAdapter } from './ordered-pets.adapter.ts';
import { PetOrdersAdapter } from './pet-orders.adapter.ts';
import { PetsModule } from './pets/pets.module.ts';
import { StoreModule } from './store/store.module.ts';

/** Connects the contexts pets and store, which do not import each other, and gives both the transactions. */
@Global()
@Module({
  imports: [PetsModule, StoreModule],
  providers: [
    bind(Transactions, TypeOrmTransactions, DataSource),
    bind(OrderedPets, OrderedPetsAdapter, PetRepository),
    bind(PetOrders, PetOrdersAdapter, OrderRepository),
  ],
  exports: [Transactions, OrderedPets, PetOrders],
})
export class AdoptionModule {}
