import { Module } from '@nestjs/common';
import { CreatePet, GetPet, ListPets } from '@petstore/pets-application';
import { PetRepository } from '@petstore/pets-domain';
import { TypeOrmPetRepository } from '@petstore/pets-infrastructure';
import { DataSource } from 'typeorm';
import { provide } from '../provide.ts';
import { PetsController } from './pets.controller.ts';

@Module({
  controllers: [PetsController],
  providers: [
    provide(TypeOrmPetRepository, [DataSource], PetRepository),
    provide(ListPets, [PetRepository]),
    provide(CreatePet, [PetRepository]),
    provide(GetPet, [PetRepository]),
  ],
  exports: [PetRepository],
})
export class PetsModule {}
