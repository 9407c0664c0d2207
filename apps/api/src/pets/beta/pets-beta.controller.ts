import { Controller, Param, Patch, Req } from '@nestjs/common';
import { contextOf } from '@petstore/http/context/request-context';
import type { Json } from '@petstore/http/nest/http-adapter';
import { MergePatchBody } from '@petstore/http/nest/json-body';
import { LazySwagger } from '@petstore/openapi/lazy/lazy-swagger';
import { UpdatePet } from '@petstore/pets-application';
import type { PetUpdate } from '@petstore/pets-domain';
import type { Request } from 'express';
import { petJson } from '../pet-json.ts';
import { PetUpdatePipe } from './pet-update.pipe.ts';

/** Imports the OpenAPI decorators only when the OpenAPI document is built, because no request needs them. */
const importDocument = () => import('./pets-beta.document.ts');

@LazySwagger(async () => (await importDocument()).PetsBetaDocument())
@Controller('pets')
export class PetsBetaController {
  constructor(private readonly updatePetCase: UpdatePet) {}

  @Patch(':petId')
  @LazySwagger(async () => (await importDocument()).UpdatePetDocument())
  async updatePet(
    @Param('petId') petId: string,
    @MergePatchBody(PetUpdatePipe) update: PetUpdate,
    @Req() request: Request,
  ): Promise<Json> {
    return petJson(await this.updatePetCase.execute(petId, update, contextOf(request).deadline));
  }
}
