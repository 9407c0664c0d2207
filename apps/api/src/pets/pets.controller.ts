import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { Deprecated } from '@petstore/http/nest/deprecation.guard';
import { JsonBody } from '@petstore/http/nest/json-body';
import { PageParameters } from '@petstore/http/paging/page-request';
import { readIdempotencyKey } from '@petstore/http/request/idempotency-key.header';
import { Json } from '@petstore/http/nest/http-adapter';
import { contextOf } from '@petstore/http/context/request-context';
import { LazySwagger } from '@petstore/openapi/lazy/lazy-swagger';
import { CreatePet, GetPet, ListPets } from '@petstore/pets-application';
import { NewPet } from '@petstore/pets-domain';
import type { Request, Response } from 'express';
import { petList, type ListPetsRequest } from './list-pets.request.ts';
import { NewPetPipe } from './new-pet.pipe.ts';
import { petJson, PetListJson } from './pet-json.ts';
import { getPetDeprecation } from './pets.deprecations.ts';
import { petsPath } from './pets.paths.ts';

/** Imports the OpenAPI decorators only when the OpenAPI document is built, because no request needs them. */
const importDocument = () => import('./pets.document.ts');

@LazySwagger(async () => (await importDocument()).PetsDocument())
@Controller('pets')
export class PetsController {
  constructor(
    private readonly listPetsCase: ListPets,
    private readonly createPetCase: CreatePet,
    private readonly getPetCase: GetPet,
    private readonly petListJson: PetListJson,
  ) {}

  @Get()
  @LazySwagger(async () => (await importDocument()).ListPetsDocument())
  async listPets(
    @PageParameters(petList) page: ListPetsRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json> {
    const { limit, filters, position: after } = page;
    const { pets, next } = await this.listPetsCase.execute({ ...filters, limit, after }, contextOf(request).deadline);
    page.setLinkHeader(response, next?.decimal);
    return this.petListJson.write(pets);
  }

  @Post()
  @LazySwagger(async () => (await importDocument()).CreatePetDocument())
  async createPet(
    @JsonBody(NewPetPipe) newPet: NewPet,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json> {
    const { caller, deadline } = contextOf(request);
    // ApiKeyGuard has set the caller: each API key has its own idempotency keys.
    const key = readIdempotencyKey(request, caller!.id);
    const pet = await this.createPetCase.execute(newPet, key, deadline);
    response.setHeader('Location', `${petsPath}/${pet.snapshot().id}`);
    return petJson(pet);
  }

  @Get(':petId')
  @Deprecated(getPetDeprecation)
  @LazySwagger(async () => (await importDocument()).GetPetDocument())
  getPet(@Param('petId') petId: string, @Req() request: Request): Promise<Json> {
    return this.getPetCase.execute(petId, contextOf(request).deadline).then(petJson);
  }
}
