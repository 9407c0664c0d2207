import { Module } from '@nestjs/common';
import { CreatePet, GetPet, ListPets } from '@petstore/pets-application';
import { PetRepository } from '@petstore/pets-domain';
import { TypeOrmPetRepository } from '@petstore/pets-infrastructure';
import { DataSource } from 'typeorm';
import { PetsController } from './pets.controller.ts';

@Module({
  controllers: [PetsController],
  providers: [
    {
      provide: PetRepository,
      useFactory: (dataSource: DataSource) => new TypeOrmPetRepository(dataSource),
      inject: [DataSource],
    },
    ...[ListPets, CreatePet, GetPet].map((useCase) => ({
      provide: useCase,
      useFactory: (pets: PetRepository) => new useCase(pets),
      inject: [PetRepository],
    })),
  ],
  exports: [PetRepository],
})
export class PetsModule {}
