import { Global, Module } from '@nestjs/common';
import { Transactions } from '@petstore/kernel';
import { CreatePet, DeletePet, GetPet, ListPets, UpdatePet } from '@petstore/pets-application';
import { PetRepository, Reservations } from '@petstore/pets-domain';
import { TypeOrmPetRepository } from '@petstore/pets-infrastructure';
import { DataSource } from 'typeorm';
import { provide } from '../provide.ts';
import { EntityTags } from './entity-tags.ts';
import { PetChangesController } from './pet-changes.controller.ts';
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

/** The operations that change an animal (beta). Global, because the stable operations send entity tags only if these can use them. */
@Global()
@Module({
  imports: [PetsModule],
  controllers: [PetChangesController],
  providers: [
    EntityTags,
    provide(UpdatePet, [PetRepository, Reservations, Transactions]),
    provide(DeletePet, [PetRepository, Reservations, Transactions]),
  ],
  exports: [EntityTags],
})
export class PetChangesModule {}
