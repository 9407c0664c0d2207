import {
  Body,
  ClassSerializerInterceptor,
  Controller,
  Get,
  Param,
  ParseIntPipe,
  Post,
  Query,
  SerializeOptions,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { ApiKeyGuard } from './api-key.guard.ts';
import { CreatePetDto } from './create-pet.dto.ts';
import { ListPetsDto } from './list-pets.dto.ts';
import { PetDto } from './pet.dto.ts';
import { PetsService } from './pets.service.ts';

@Controller('v1/pets')
@UseGuards(ApiKeyGuard)
@UseInterceptors(ClassSerializerInterceptor)
@SerializeOptions({ type: PetDto })
export class PetsController {
  constructor(private readonly pets: PetsService) {}

  @Get()
  list(@Query() query: ListPetsDto) {
    return this.pets.list(query);
  }

  @Get(':id')
  get(@Param('id', ParseIntPipe) id: number) {
    return this.pets.get(id);
  }

  @Post()
  create(@Body() newPet: CreatePetDto) {
    return this.pets.create(newPet);
  }
}
