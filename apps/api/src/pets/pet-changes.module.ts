import { Module } from '@nestjs/common';
import { Transactions } from '@petstore/kernel';
import { DeletePet, UpdatePet } from '@petstore/pets-application';
import { PetOrders, PetRepository } from '@petstore/pets-domain';
import { PetChangesController } from './pet-changes.controller.ts';
import { PetsModule } from './pets.module.ts';

/** The operations that change an animal (beta). */
@Module({
  imports: [PetsModule],
  controllers: [PetChangesController],
  providers: [UpdatePet, DeletePet].map((useCase) => ({
    provide: useCase,
    useFactory: (pets: PetRepository, orders: PetOrders, transactions: Transactions) =>
      new useCase(pets, orders, transactions),
    inject: [PetRepository, PetOrders, Transactions],
  })),
})
export class PetChangesModule {}
