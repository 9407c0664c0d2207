import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { JsonBody } from '@petstore/http/nest/json-body';
import { PageParameters } from '@petstore/http/paging/page-request';
import { callerOf } from '@petstore/http/request/caller';
import { readIdempotencyKey } from '@petstore/http/request/idempotency-key.header';
import { Json } from '@petstore/http/request/int64-json';
import { deadlineOf } from '@petstore/http/request/request-deadline';
import { Described } from '@petstore/openapi/lazy/lazy-swagger';
import { CreatePet, GetPet, ListPets } from '@petstore/pets-application';
import { NewPet } from '@petstore/pets-domain';
import type { Request, Response } from 'express';
import { Deprecated } from './deprecation.ts';
import { petList, type ListPetsRequest } from './list-pets.request.ts';
import { NewPetPipe } from './new-pet.pipe.ts';
import { petJson, petsJson } from './pet-json.ts';
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
    @PageParameters(petList) page: ListPetsRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json> {
    const { limit, filters, position: after } = page;
    const { pets, next } = await this.listPetsCase.execute({ ...filters, limit, after }, deadlineOf(request));
    page.setLinkHeader(response, next?.decimal);
    return petsJson(pets);
  }

  @Post()
  @Described(async () => (await document()).CreatePetDocument())
  async createPet(
    @JsonBody(NewPetPipe) newPet: NewPet,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json> {
    // The guard has set the caller.
    const key = readIdempotencyKey(request, callerOf(request)!.id);
    const pet = await this.createPetCase.execute(newPet, key, deadlineOf(request));
    response.setHeader('Location', `${petsPath}/${pet.snapshot().id}`);
    return petJson(pet);
  }

  @Get(':petId')
  @Deprecated()
  @Described(async () => (await document()).GetPetDocument())
  getPet(@Param('petId') petId: string, @Req() request: Request): Promise<Json> {
    return this.getPetCase.execute(petId, deadlineOf(request)).then(petJson);
  }
}
