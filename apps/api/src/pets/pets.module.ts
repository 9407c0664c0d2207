import { Module } from '@nestjs/common';
import { bind, provide } from '@petstore/http/nest/providers';
import { CreatePet, ForgetIdempotencyKeys, GetPet, ListPets } from '@petstore/pets-application';
import { PetRepository } from '@petstore/pets-domain';
import { TypeOrmPetRepository } from '@petstore/pets-infrastructure';
import { DataSource } from 'typeorm';
import { PeriodicForgetting } from './periodic-forgetting.ts';
import { PetsController } from './pets.controller.ts';

@Module({
  controllers: [PetsController],
  providers: [
    bind(PetRepository, TypeOrmPetRepository, DataSource),
    provide(ListPets, PetRepository),
    provide(CreatePet, PetRepository),
    provide(GetPet, PetRepository),
    provide(ForgetIdempotencyKeys, PetRepository),
    provide(PeriodicForgetting, ForgetIdempotencyKeys),
  ],
})
export class PetsModule {}
