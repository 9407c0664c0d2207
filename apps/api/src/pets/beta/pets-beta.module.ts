import { Module } from '@nestjs/common';
import { provide } from '@petstore/http/nest/providers';
import { Transactions } from '@petstore/kernel';
import { UpdatePet } from '@petstore/pets-application';
import { PetOrders, PetRepository } from '@petstore/pets-domain';
import { PetsModule } from '../pets.module.ts';
import { PetsBetaController } from './pets-beta.controller.ts';

@Module({
  imports: [PetsModule],
  controllers: [PetsBetaController],
  providers: [provide(UpdatePet, PetRepository, PetOrders, Transactions)],
})
export class PetsBetaModule {}
