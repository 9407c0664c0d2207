import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiExtraModels, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { platformErrors } from '@petstore/http/response/platform-errors';
import { ApiCreate } from '@petstore/openapi/document/api-create.decorator';
import { ApiDeprecatedOperation } from '@petstore/openapi/document/api-deprecated-operation.decorator';
import { ApiIdempotencyKey } from '@petstore/openapi/document/api-idempotency-key.decorator';
import { ApiPaging } from '@petstore/openapi/document/api-paging.decorator';
import { ApiResponses } from '@petstore/openapi/document/api-responses.decorator';
import { PetStatus } from '@petstore/pets-domain';
import { outcomeUnknown } from '../database.errors.ts';
import { CreatePetRequest } from './create-pet.request.ts';
import { petFilterNames, petList } from './list-pets.request.ts';
import { PetResponse } from './pet.response.ts';
import { petStatusSchema } from './pet.schemas.ts';
import { petNotFound } from './pets.errors.ts';

const rex = { id: 42, name: 'Rex', categoryId: 7, status: 'available' };
const tom = { id: 43, name: "Tom O'Malley", categoryId: 2, status: 'available' };

/** Documents the tag, the authentication and the schemas that all operations on pets share. */
export function PetsDocument(): ClassDecorator {
  return applyDecorators(ApiTags('pets'), ApiBearerAuth('bearerAuth'), ApiExtraModels(PetResponse));
}

export function ListPetsDocument(): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      operationId: 'listPets',
      summary: 'List animals',
      description:
        'Returns a page of the animals in the store, in ascending order of `id`. If there are more, the `Link` header with ' +
        `\`rel="next"\` contains the path of the next page, with the same \`limit\` and ${petFilterNames}. ` +
        'All pages cost the same. An animal that was created before the first page was requested appears exactly once.',
    }),
    ApiPaging(petList, {
      items: 'animals',
      schema: 'Pets',
      example: [rex, tom],
      examplePosition: '77',
      filters: {
        status: {
          description: 'Restricts the list to animals with that status.',
          enum: PetStatus.values,
          enumName: 'PetStatus',
          enumSchema: petStatusSchema,
          example: PetStatus.initial.value,
        },
      },
    }),
  );
}

export function CreatePetDocument(): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      operationId: 'createPet',
      summary: 'Add an animal',
      description:
        'Stores a new animal and returns it with its `id`. The animal is durable when the response arrives. ' +
        'Members that NewPet does not name are ignored, also an `id`. With an `Idempotency-Key` the request can be repeated ' +
        'after any failure, and creates one animal.',
    }),
    ApiIdempotencyKey('NewPet'),
    ApiCreate({
      body: CreatePetRequest,
      bodyExamples: {
        required: { summary: 'Required members', value: { name: rex.name, categoryId: rex.categoryId } },
        all: { summary: 'All members', value: { name: tom.name, categoryId: tom.categoryId, status: 'pending' } },
      },
      description: 'The created animal, with its id.',
      schema: 'Pet',
      example: rex,
      errors: [
        platformErrors.invalid_parameter,
        platformErrors.idempotency_conflict,
        platformErrors.idempotency_mismatch,
        outcomeUnknown,
      ],
    }),
  );
}

export function GetPetDocument(): MethodDecorator {
  return applyDecorators(
    ApiDeprecatedOperation({
      operationId: 'getPet',
      summary: 'Get an animal',
      successor: 'GET /pets',
      replacement: '`GET /pets` with the `status` filter',
    }),
    ApiParam({
      name: 'petId',
      description: 'Identifier of the animal. The response is 404 if it is not an int64.',
      schema: { type: 'integer', format: 'int64', example: rex.id },
    }),
    ApiResponses({
      status: 200,
      description: 'The animal.',
      schema: 'Pet',
      example: rex,
      errors: [petNotFound],
    }),
  );
}
