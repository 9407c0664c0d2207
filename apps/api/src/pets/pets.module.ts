import { Module } from '@nestjs/common';
import { Batching } from '@petstore/database';
import { bind, provide } from '@petstore/http/nest/providers';
import { CreatePet, GetPet, ListPets } from '@petstore/pets-application';
import { PetRepository } from '@petstore/pets-domain';
import { TypeOrmPetRepository } from '@petstore/pets-infrastructure';
import { DataSource } from 'typeorm';
import { Tuning } from '@petstore/http/tuning/tuning';
import { PetListJson } from './pet-json.ts';
import { PetsController } from './pets.controller.ts';

@Module({
  controllers: [PetsController],
  providers: [
    bind(PetRepository, TypeOrmPetRepository, DataSource, Batching),
    provide(ListPets, PetRepository),
    provide(CreatePet, PetRepository),
    provide(GetPet, PetRepository),
    provide(PetListJson, Tuning),
  ],
  exports: [PetRepository],
})
export class PetsModule {}
