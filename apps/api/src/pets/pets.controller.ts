import { Body, Controller, Get, Param, Post, Query, Res, UseInterceptors } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { CreatePet, GetPet, ListPets } from '@petstore/pets-application';
import type { Response } from 'express';
import { FailsWith } from '../docs/fails-with.ts';
import { Json } from '../http/int64-json.ts';
import { JsonBodyInterceptor } from '../http/json-body.interceptor.ts';
import { petsPath } from '../paths.ts';
import { CreatePetRequest } from './create-pet.request.ts';
import { ListPetsRequest } from './list-pets.request.ts';
import { pageLinks } from './page-links.ts';
import { petJson, PetResponse, petsJson } from './pet.response.ts';

@ApiTags('pets')
@ApiBearerAuth('bearerAuth')
@Controller('pets')
export class PetsController {
  constructor(
    private readonly listPetsCase: ListPets,
    private readonly createPetCase: CreatePet,
    private readonly getPetCase: GetPet,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listPets',
    summary: 'List animals',
    description: 'In ascending order of id, by pages.',
  })
  @ApiOkResponse({ type: [PetResponse], description: 'A page of animals; `Link` leads to the next one.' })
  @FailsWith('invalid_parameter', 'missing_api_key', 'invalid_api_key', 'service_unavailable')
  async listPets(@Query() request: ListPetsRequest, @Res({ passthrough: true }) response: Response): Promise<Json> {
    const { pets, next } = await this.listPetsCase.execute(request.toQuery());
    const links = pageLinks(petsPath, request, next);
    if (links) response.setHeader('Link', links);
    return petsJson(pets);
  }

  @Post()
  @UseInterceptors(JsonBodyInterceptor)
  @ApiOperation({ operationId: 'createPet', summary: 'Add an animal' })
  @ApiCreatedResponse({ type: PetResponse, description: 'The created animal, with the id it was given.' })
  @FailsWith('malformed_json', 'invalid_body', 'missing_api_key', 'invalid_api_key', 'payload_too_large')
  @FailsWith('unsupported_media_type', 'service_unavailable', 'outcome_unknown')
  async createPet(@Body() request: CreatePetRequest, @Res({ passthrough: true }) response: Response): Promise<Json> {
    const pet = await this.createPetCase.execute(request.toNewPet());
    response.setHeader('Location', `${petsPath}/${pet.snapshot().id}`);
    return petJson(pet);
  }

  @Get(':petId')
  @ApiOperation({ operationId: 'getPet', summary: 'Get an animal', deprecated: true })
  @ApiParam({ name: 'petId', description: 'Identifier of the animal.', schema: { type: 'integer', format: 'int64' } })
  @ApiOkResponse({ type: PetResponse, description: 'The animal.' })
  @FailsWith('missing_api_key', 'invalid_api_key', 'pet_not_found', 'service_unavailable')
  async getPet(@Param('petId') petId: string): Promise<Json> {
    return petJson(await this.getPetCase.execute(petId));
  }
}
