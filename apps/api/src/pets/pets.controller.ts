import { Body, Controller, Get, Param, Post, Query, Req, Res, UseInterceptors } from '@nestjs/common';
import { CreatePet, GetPet, ListPets } from '@petstore/pets-application';
import type { Request, Response } from 'express';
import { Described } from '../docs/described.ts';
import { Json } from '../http/int64-json.ts';
import { JsonBodyInterceptor } from '../http/json-body.interceptor.ts';
import { petsPath } from '../paths.ts';
import { CreatePetRequest } from './create-pet.request.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { ListPetsRequest } from './list-pets.request.ts';
import { pageLinks } from './page-links.ts';
import { petJson, petsJson } from './pet.response.ts';

/** Loaded with the document that it is for. */
const document = () => import('./pets.document.ts');

@Described(async () => (await document()).PetsDocument())
@Controller('pets')
export class PetsController {
  constructor(
    private readonly listPetsCase: ListPets,
    private readonly createPetCase: CreatePet,
    private readonly getPetCase: GetPet,
  ) {}

  @Get()
  @Described(async () => (await document()).ListPetsDocument())
  async listPets(@Query() request: ListPetsRequest, @Res({ passthrough: true }) response: Response): Promise<Json> {
    const { pets, next } = await this.listPetsCase.execute(request.toQuery());
    const links = pageLinks(petsPath, request, next);
    if (links) response.setHeader('Link', links);
    return petsJson(pets);
  }

  @Post()
  @UseInterceptors(JsonBodyInterceptor)
  @Described(async () => (await document()).CreatePetDocument())
  async createPet(
    @Body() body: CreatePetRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json> {
    const pet = await this.createPetCase.execute(body.toNewPet(), idempotencyKeyOf(request));
    response.setHeader('Location', `${petsPath}/${pet.snapshot().id}`);
    return petJson(pet);
  }

  @Get(':petId')
  @Described(async () => (await document()).GetPetDocument())
  async getPet(@Param('petId') petId: string): Promise<Json> {
    return petJson(await this.getPetCase.execute(petId));
  }
}
