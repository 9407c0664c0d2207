import { Module } from '@nestjs/common';
import { CreatePet, GetPet, ListPets } from '@petstore/pets-application';
import { PetRepository } from '@petstore/pets-domain';
import { TypeOrmPetRepository } from '@petstore/pets-infrastructure';
import { DataSource } from 'typeorm';
import { PetListJson } from './pet-json.ts';
import { PetsController } from './pets.controller.ts';

@Module({
  controllers: [PetsController],
  providers: [
    {
      provide: PetRepository,
      useFactory: (dataSource: DataSource) => new TypeOrmPetRepository(dataSource),
      inject: [DataSource],
    },
    { provide: ListPets, useFactory: (pets: PetRepository) => new ListPets(pets), inject: [PetRepository] },
    { provide: CreatePet, useFactory: (pets: PetRepository) => new CreatePet(pets), inject: [PetRepository] },
    { provide: GetPet, useFactory: (pets: PetRepository) => new GetPet(pets), inject: [PetRepository] },
    PetListJson,
  ],
  exports: [PetRepository],
})
export class PetsModule {}
