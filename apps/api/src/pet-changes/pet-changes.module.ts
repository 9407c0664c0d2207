import { Module } from '@nestjs/common';
import { Transactions } from '@petstore/kernel';
import { ListPetChanges, UpdatePet } from '@petstore/pets-application';
import { PetChanges, PetOrders, PetRepository } from '@petstore/pets-domain';
import { TypeOrmPetChanges } from '@petstore/pets-infrastructure';
import { DataSource } from 'typeorm';
import { PetsModule } from '../pets/pets.module.ts';
import { PetChangesController } from './pet-changes.controller.ts';

@Module({
  imports: [PetsModule],
  controllers: [PetChangesController],
  providers: [
    {
      provide: PetChanges,
      useFactory: (dataSource: DataSource) => new TypeOrmPetChanges(dataSource),
      inject: [DataSource],
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
