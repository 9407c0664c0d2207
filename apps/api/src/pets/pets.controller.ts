import { Body, Controller, Get, Optional, Param, Post, Query, Req, UseGuards } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiCreatedResponse,
  ApiExtension,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { HttpRequest } from '@petstore/edge/request-state';
import { IdempotencyKeyHeader } from '@petstore/http/headers/idempotency-key';
import { JsonBodyGuard } from '@petstore/http/json/json-body.guard';
import { Deprecated } from '@petstore/http/headers/deprecation';
import { ApiErrors, ApiId, ApiPage } from '@petstore/openapi/decorators';
import { headerReference } from '@petstore/openapi/headers';
import type { IdempotencyKey } from '@petstore/kernel';
import { CreatePet, GetPet, ListPets } from '@petstore/pets-application';
import { NewPet } from '@petstore/pets-domain';
import { ListPetsQuery, petsPath } from './dto/list-pets.query.ts';
import { allMembers, CreatePetDto, PetDto } from './dto/pet.dto.ts';
import { EntityTags } from './entity-tags.ts';
import { getPetDeprecation, getPetSunset } from './pets.deprecations.ts';

const rex = { id: 1, name: 'Rex', categoryId: 7, status: 'available' };
const tom = { id: 2, name: "Tom O'Malley", categoryId: 2, status: 'available' };

@ApiTags('pets')
@ApiBearerAuth('bearerAuth')
@Controller('pets')
export class PetsController {
  constructor(
    private readonly listPetsCase: ListPets,
    private readonly createPetCase: CreatePet,
    private readonly getPetCase: GetPet,
    /** Only with the beta operations. */
    @Optional() private readonly entityTags?: EntityTags,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List animals',
    description:
      'Returns a page of the animals in the store, in ascending order of `id`. If there are more, the `Link` header with ' +
      '`rel="next"` contains the path of the next page, with the same `limit` and filters. All pages cost the same. An ' +
      'animal that was created before the first page was requested appears exactly once.',
  })
  @ApiPage({
    items: 'animals',
    item: PetDto,
    schema: 'Pets',
    example: [rex, tom],
    exampleCursor: 'Zzxo92B1Nzc',
    query: ListPetsQuery,
  })
  async listPets(@Query() query: ListPetsQuery, @Req() { state }: HttpRequest): Promise<PetDto[]> {
    const { pets, next } = await this.listPetsCase.execute(query.page, state.timeLimit);
    query.setLinks(state, next?.decimal);
    return pets.map(PetDto.of);
  }

  @Post()
  @UseGuards(JsonBodyGuard)
  @ApiOperation({
    summary: 'Add an animal',
    description:
      'Stores a new animal and returns it with its `id`. The animal is durable when the response arrives. Members that ' +
      'NewPet does not name are ignored, also an `id`. Send an `Idempotency-Key` with every create: with it the request can be ' +
      'repeated after any failure, and creates one animal. Without it a browser, a runtime or a proxy that repeats a request ' +
      'whose response was lost creates a second animal.',
  })
  @ApiBody({
    type: CreatePetDto,
    examples: {
      required: { summary: 'Required members', value: { name: rex.name, categoryId: rex.categoryId } },
      all: { summary: 'All members', value: allMembers.create },
    },
  })
  @ApiCreatedResponse({
    description: 'The created animal, with its id.',
    type: PetDto,
    headers: { Location: headerReference('Location') },
    example: rex,
  })
  @ApiErrors('invalid_parameter', 'idempotency_conflict', 'idempotency_mismatch', 'outcome_unknown')
  async createPet(
    @Body() newPet: CreatePetDto,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
    @Req() { state }: HttpRequest,
  ): Promise<PetDto> {
    const actor = state.requireCaller().id;
    const pet = await this.createPetCase.execute(NewPet.of(newPet), actor, key, state.timeLimit);
    this.entityTags?.setFor(pet, state);
    state.headers['Location'] = `${petsPath}/${pet.id.decimal}`;
    return PetDto.of(pet);
  }

  @Get(':petId')
  @Deprecated(getPetDeprecation)
  @ApiOperation({
    summary: `Get an animal (to be removed on ${getPetSunset}: use GET /pets)`,
    deprecated: true,
    description:
      `Returns one animal. **Deprecated: to be removed on ${getPetSunset}.** Use \`GET /pets\` with the ` +
      '`status` filter instead. Until then the operation works. Its responses have the headers `Deprecation`, `Sunset` ' +
      'and `Link`.',
  })
  @ApiExtension('x-deprecated-sunset', getPetSunset)
  @ApiExtension('x-sunset', getPetSunset)
  @ApiId('petId', 'animal', rex.id)
  @ApiOkResponse({ description: 'The animal.', type: PetDto, example: rex })
  @ApiErrors('pet_not_found')
  async getPet(@Param('petId') petId: string, @Req() { state }: HttpRequest): Promise<PetDto> {
    const pet = await this.getPetCase.execute(petId, state.timeLimit);
    this.entityTags?.setFor(pet, state);
    return PetDto.of(pet);
  }
}
