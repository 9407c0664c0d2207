import { Module } from '@nestjs/common';
import { Transactions } from '@petstore/kernel';
import { DeletePet, UpdatePet } from '@petstore/pets-application';
import { PetOrders, PetRepository } from '@petstore/pets-domain';
import { provide } from '../provide.ts';
import { PetChangesController } from './pet-changes.controller.ts';
import { PetsModule } from './pets.module.ts';

/** The operations that change an animal (beta). */
@Module({
  imports: [PetsModule],
  controllers: [PetChangesController],
  providers: [
    provide(UpdatePet, [PetRepository, PetOrders, Transactions]),
    provide(DeletePet, [PetRepository, PetOrders, Transactions]),
  ],
})
export class PetChangesModule {}
