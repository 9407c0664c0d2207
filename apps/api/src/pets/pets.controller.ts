import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { Deprecated } from '@petstore/http/nest/deprecated.decorator';
import { JsonBody } from '@petstore/http/nest/json-body';
import { Json } from '@petstore/http/request/int64-json';
import { contextOf } from '@petstore/http/context/request-context';
import { Described } from '@petstore/openapi/lazy/lazy-swagger';
import { CreatePet, GetPet, ListPets } from '@petstore/pets-application';
import { NewPet } from '@petstore/pets-domain';
import type { Request, Response } from 'express';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { ListPetsParameters, ListPetsRequest } from './list-pets.request.ts';
import { asNewPet } from './new-pet.pipe.ts';
import { pageLinks } from './page-links.ts';
import { petJson, petsJson } from './pet-json.ts';
import { getPetDeprecation } from './pets.deprecations.ts';
import { petsPath } from './pets.paths.ts';

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
  async listPets(
    @ListPetsParameters() list: ListPetsRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json> {
    const { pets, next } = await this.listPetsCase.execute(list.query, contextOf(request).deadline);
    const links = pageLinks(petsPath, list, next);
    if (links) response.setHeader('Link', links);
    return petsJson(pets);
  }

  @Post()
  @Described(async () => (await document()).CreatePetDocument())
  async createPet(
    @JsonBody(asNewPet) newPet: NewPet,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json> {
    const pet = await this.createPetCase.execute(newPet, idempotencyKeyOf(request), contextOf(request).deadline);
    response.setHeader('Location', `${petsPath}/${pet.snapshot().id}`);
    return petJson(pet);
  }

  @Get(':petId')
  @Deprecated(getPetDeprecation)
  @Described(async () => (await document()).GetPetDocument())
  getPet(@Param('petId') petId: string, @Req() request: Request): Promise<Json> {
    return this.getPetCase.execute(petId, contextOf(request).deadline).then(petJson);
  }
}
