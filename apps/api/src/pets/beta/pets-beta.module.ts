import { Module } from '@nestjs/common';
import { Batching } from '@petstore/database';
import { bind, provide } from '@petstore/http/nest/providers';
import { Transactions } from '@petstore/kernel';
import { ListPetChanges, PetChangesWatch, UpdatePet, WaitForPetChanges } from '@petstore/pets-application';
import { PetChanges, PetOrders, PetRepository, Ticker } from '@petstore/pets-domain';
import { NodeTicker, TypeOrmPetChanges } from '@petstore/pets-infrastructure';
import { DataSource } from 'typeorm';
import { Tuning } from '@petstore/http/tuning/tuning';
import { PetListJson } from '../pet-json.ts';
import { PetsModule } from '../pets.module.ts';
import { ChangeFeedGauges } from './change-feed-gauges.ts';
import { PetsBetaController } from './pets-beta.controller.ts';

@Module({
  imports: [PetsModule],
  controllers: [PetsBetaController],
  providers: [
    bind(PetChanges, TypeOrmPetChanges, DataSource, Batching),
    bind(Ticker, NodeTicker),
    provide(PetChangesWatch, PetChanges, Ticker),
    provide(ListPetChanges, PetChanges),
    provide(WaitForPetChanges, ListPetChanges, PetChangesWatch),
    provide(ChangeFeedGauges, PetChanges, PetChangesWatch),
    provide(PetListJson, Tuning),
    provide(UpdatePet, PetRepository, PetOrders, Transactions),
  ],
})
export class PetsBetaModule {}
