import { Controller, Get, Param, Patch, Req, Res } from '@nestjs/common';
import { HeldResponse } from '@petstore/http/context/held-response';
import { contextOf } from '@petstore/http/context/request-context';
import type { Json } from '@petstore/http/nest/http-adapter';
import { MergePatchBody } from '@petstore/http/nest/json-body';
import { PageParameters } from '@petstore/http/paging/page-request';
import { LazySwagger } from '@petstore/openapi/lazy/lazy-swagger';
import { ListPetChanges, UpdatePet, WaitForPetChanges } from '@petstore/pets-application';
import type { PetChangesPage, PetUpdate } from '@petstore/pets-domain';
import type { Request, Response } from 'express';
import { petJson, PetListJson } from '../pet-json.ts';
import { petChangeList, type ListPetChangesRequest } from './list-pet-changes.request.ts';
import { PetUpdatePipe } from './pet-update.pipe.ts';

/** Imports the OpenAPI decorators only when the OpenAPI document is built, because no request needs them. */
const importDocument = () => import('./pets-beta.document.ts');

@LazySwagger(async () => (await importDocument()).PetsBetaDocument())
@Controller('pets')
export class PetsBetaController {
  constructor(
    private readonly listPetChangesCase: ListPetChanges,
    private readonly waitForPetChangesCase: WaitForPetChanges,
    private readonly updatePetCase: UpdatePet,
    private readonly petListJson: PetListJson,
  ) {}

  @Get('changes')
  @LazySwagger(async () => (await importDocument()).ListPetChangesDocument())
  async listPetChanges(
    @PageParameters(petChangeList) page: ListPetChangesRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json> {
    const { pets, next } = await this.readChanges(page, request, response);
    response.setHeader('Link', page.nextLink(next.text));
    return this.petListJson.write(pets);
  }

  @Patch(':petId')
  @LazySwagger(async () => (await importDocument()).UpdatePetDocument())
  async updatePet(
    @Param('petId') petId: string,
    @MergePatchBody(PetUpdatePipe) update: PetUpdate,
    @Req() request: Request,
  ): Promise<Json> {
    return petJson(await this.updatePetCase.execute(petId, update, contextOf(request).deadline));
  }

  /** A HEAD request does not wait, because it asks for no changes. */
  private async readChanges(
    { limit, position: after, filters: { wait } }: ListPetChangesRequest,
    request: Request,
    response: Response,
  ): Promise<PetChangesPage> {
    const context = contextOf(request);
    if (!after || !wait || request.method === 'HEAD') {
      return this.listPetChangesCase.execute({ after, limit }, context.deadline);
    }
    try {
      return await this.waitForPetChangesCase.execute({ after, limit, wait }, new HeldResponse(response));
    } finally {
      // The key may have been revoked during the wait. In `finally`, because 401 takes precedence over other errors.
      await context.confirmCaller();
    }
  }
}
