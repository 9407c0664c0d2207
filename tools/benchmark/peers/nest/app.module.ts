import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiKeyEntity } from './api-key.entity.ts';
import { PetEntity } from './pet.entity.ts';
import { PetsController } from './pets.controller.ts';
import { PetsService } from './pets.service.ts';

const entities = [PetEntity, ApiKeyEntity];

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'postgres',
      url: process.env['DATABASE_URL']!,
      poolSize: Number(process.env['DATABASE_POOL_SIZE']),
      entities,
      synchronize: false,
    }),
    TypeOrmModule.forFeature(entities),
  ],
  controllers: [PetsController],
  providers: [PetsService],
})
export class AppModule {}
