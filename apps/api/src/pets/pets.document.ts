import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiExtraModels, ApiHeader, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { idempotencyKeyHours, idempotencyKeyPattern } from '@petstore/http/request/idempotency-key.header';
import { platformErrors } from '@petstore/http/response/platform-errors';
import { IdempotencyKey } from '@petstore/kernel';
import { ApiCreate } from '@petstore/openapi/document/api-create.decorator';
import {
  ApiDeprecatedOperation,
  deprecationReferences,
} from '@petstore/openapi/document/api-deprecated-operation.decorator';
import { ApiErrors } from '@petstore/openapi/document/api-errors.decorator';
import { ApiPaging } from '@petstore/openapi/document/api-paging.decorator';
import { TakesRequestId } from '@petstore/openapi/document/api-request-id.decorator';
import { ApiSuccess } from '@petstore/openapi/document/api-success.decorator';
import { headerReferences } from '@petstore/openapi/document/header-components';
import { PetStatus } from '@petstore/pets-domain';
import { outcomeUnknown } from '../database.errors.ts';
import { CreatePetRequest, petStatusSchema } from './create-pet.request.ts';
import { petList } from './list-pets.request.ts';
import { PetResponse } from './pet.response.ts';
import { getPetDeprecation } from './pets.deprecations.ts';
import { petNotFound } from './pets.errors.ts';

const rex = { id: 42, name: 'Rex', categoryId: 7, status: 'available' };
const tom = { id: 43, name: "Tom O'Malley", categoryId: 2, status: 'available' };

const deprecatedHeaders = { ...headerReferences('X-Request-Id'), ...deprecationReferences() };

/** Documents what all operations on animals have in common. */
export function PetsDocument(): ClassDecorator {
  return applyDecorators(ApiTags('pets'), ApiBearerAuth('bearerAuth'), ApiExtraModels(PetResponse));
}

/** Documents `listPets`. */
export function ListPetsDocument(): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      operationId: 'listPets',
      summary: 'List animals',
      description:
        'One page of the animals in the store, in ascending order of `id`. When there are more, the `Link` header with ' +
        '`rel="next"` holds the path of the next page, with the same `limit` and `status`: follow it as it is. ' +
        'A page costs the same however far the walk has come, and an animal that was created before a walk began ' +
        'appears in it exactly once.',
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

/** Documents `createPet`. */
export function CreatePetDocument(): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      operationId: 'createPet',
      summary: 'Add an animal',
      description:
        'Keeps a new animal and answers with the `id` it was given. The animal is stored for good when the answer ' +
        'arrives. Members that NewPet does not name are ignored, an `id` included. With an `Idempotency-Key` it can be ' +
        'repeated whatever became of it, and creates one animal.',
    }),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description:
        `A name of your own for this create, ${IdempotencyKey.allowed}, bare or as a quoted string (RFC 8941): best a ` +
        `random one. For ${idempotencyKeyHours} hours a repeat with the same NewPet gets the answer that the first got; one with ` +
        'another NewPet is refused. Only creates that succeeded are remembered.',
      schema: { type: 'string', pattern: idempotencyKeyPattern, example: '8e03978e-40d5-43e8-bc93-6894a57f9324' },
    }),
    ApiCreate({
      body: CreatePetRequest,
      description: 'The created animal, with the id it was given.',
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

/** Documents `getPet`. */
export function GetPetDocument(): MethodDecorator {
  return applyDecorators(
    ApiDeprecatedOperation(getPetDeprecation, {
      operationId: 'getPet',
      summary: 'Get an animal',
      successor: 'GET /pets',
      replacement: '`GET /pets` with the `status` filter',
    }),
    ApiParam({
      name: 'petId',
      description: 'Identifier of the animal. Anything that is no int64 names no animal, and is answered with 404.',
      schema: { type: 'integer', format: 'int64', example: rex.id },
    }),
    TakesRequestId(),
    ApiSuccess(200, 'The animal.', 'Pet', rex, deprecatedHeaders),
    ApiErrors([petNotFound], deprecatedHeaders),
  );
}
