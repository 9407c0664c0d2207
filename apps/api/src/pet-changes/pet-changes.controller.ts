import { Body, Controller, Get, Param, Patch, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiConsumes, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { HttpRequest } from '@petstore/http/request-context';
import { JsonBodyGuard, mergePatchTypes } from '@petstore/http/json-body.guard';
import { ApiBetaOperation, ApiErrors, ApiId, ApiPage } from '@petstore/http/openapi/decorators';
import { headerComponents } from '@petstore/http/openapi/headers';
import { ListPetChanges, UpdatePet } from '@petstore/pets-application';
import type { Response } from 'express';
import { PetDto, UpdatePetDto } from '../pets/dto/pet.dto.ts';
import { errors } from '../errors.ts';
import { ListPetChangesQuery } from './dto/list-pet-changes.query.ts';

const tom = { id: 1, name: 'Tom', categoryId: 7, status: 'available' };

@ApiTags('pets')
@ApiBearerAuth('bearerAuth')
@Controller('pets')
export class PetChangesController {
  constructor(
    private readonly listPetChangesCase: ListPetChanges,
    private readonly updatePetCase: UpdatePet,
  ) {}

  @Get('changes')
  @ApiBetaOperation({
    summary: 'List changes of animals',
    description:
      'Returns the animals that were created or changed after the `cursor`, in their current state and in the order of their ' +
      'last change. No committed change is missing. Several changes of one animal can appear as one. The `Link` header with ' +
      '`rel="next"` always contains the path of the next page, also if the page is empty. Without `cursor`, the page is ' +
      'empty, and the path is that of the changes from now on.',
  })
  @ApiPage({
    items: 'changed animals',
    query: ListPetChangesQuery,
    schema: 'ChangedPets',
    example: [tom],
    exampleCursor: '9qV7fpDaNzU3MTIzNDU2Nzg5MDEyMzQ1Ni4wMDAwMDAwMS4xNjQwMi84MzQvNDI',
    description:
      'The changes after the `cursor`, an empty array if there are none. The `Link` header contains the path of the next page.',
    link: {
      ...headerComponents.Link,
      description: 'Path of the changes after this page (RFC 8288): `rel="next"`, with the same `limit`.',
      required: true,
      example:
        '</v1/pets/changes?limit=20&cursor=9qV7fpDaNzU3MTIzNDU2Nzg5MDEyMzQ1Ni4wMDAwMDAwMS4xNjQwMi84MzQvNDI>; rel="next"',
    },
    errors: [errors.cursor_gone],
  })
  async listPetChanges(
    @Query() query: ListPetChangesQuery,
    @Req() { context }: HttpRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PetDto[]> {
    const { pets, next } = await this.listPetChangesCase.execute(query.page, context.timeLimit);
    query.setNextLink(response, next.text);
    return pets.map(PetDto.of);
  }

  @Patch(':petId')
  @UseGuards(JsonBodyGuard)
  @ApiBetaOperation({
    summary: 'Change an animal',
    description:
      'Changes the members that the body names (JSON Merge Patch, RFC 7396), and returns the whole animal. No member can be ' +
      'removed, so `null` is invalid. While an order has reserved the animal, only the order can change its `status`. ' +
      'A repeat of the request has no further effect, unless another client has changed the animal meanwhile.',
  })
  @ApiId('petId', 'animal', tom.id)
  @ApiConsumes(...mergePatchTypes)
  @ApiBody({
    type: UpdatePetDto,
    examples: {
      one: { summary: 'One member', value: { name: tom.name } },
      all: { summary: 'All members', value: { name: tom.name, categoryId: tom.categoryId, status: 'sold' } },
    },
  })
  @ApiOkResponse({ description: 'The animal after the change.', type: PetDto, example: tom })
  @ApiErrors(errors.pet_not_found, errors.pet_has_order, errors.outcome_unknown)
  async updatePet(
    @Param('petId') petId: string,
    @Body() update: UpdatePetDto,
    @Req() { context }: HttpRequest,
  ): Promise<PetDto> {
    return PetDto.of(await this.updatePetCase.execute(petId, update.toUpdate(), context.timeLimit));
  }
}
