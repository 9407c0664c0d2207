import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiConsumes, ApiParam, ApiTags } from '@nestjs/swagger';
import { mergePatchTypes } from '@petstore/http/nest/json-body';
import { ApiBetaOperation } from '@petstore/openapi/document/api-beta-operation.decorator';
import { ApiResponses } from '@petstore/openapi/document/api-responses.decorator';
import { bodyErrors } from '@petstore/openapi/document/api-create.decorator';
import { outcomeUnknown } from '../../database.errors.ts';
import { petNotFound, petsBetaErrors } from '../pets.errors.ts';
import { UpdatePetRequest } from './update-pet.request.ts';

const tom = { id: 42, name: 'Tom', categoryId: 7, status: 'available' };

/** Documents the tag and the authentication that the beta operations on pets share. */
export function PetsBetaDocument(): ClassDecorator {
  return applyDecorators(ApiTags('pets'), ApiBearerAuth('bearerAuth'));
}

export function UpdatePetDocument(): MethodDecorator {
  return applyDecorators(
    ApiBetaOperation({
      operationId: 'updatePet',
      summary: 'Change an animal',
      description:
        'Changes the members that the body names (JSON Merge Patch, RFC 7396), and returns the whole animal. No member can be ' +
        'removed, so `null` is invalid. While an order has reserved the animal, only the order can change its `status`. ' +
        'A repeat of the request has no further effect.',
    }),
    ApiParam({
      name: 'petId',
      description: 'Identifier of the animal. The response is 404 if it is not an int64.',
      schema: { type: 'integer', format: 'int64', example: tom.id },
    }),
    ApiConsumes(...mergePatchTypes),
    ApiBody({
      type: UpdatePetRequest,
      required: true,
      examples: {
        one: { summary: 'One member', value: { name: tom.name } },
        all: { summary: 'All members', value: { name: tom.name, categoryId: tom.categoryId, status: 'sold' } },
      },
    }),
    ApiResponses({
      status: 200,
      description: 'The animal after the change.',
      schema: 'Pet',
      example: tom,
      readsBody: true,
      errors: [...bodyErrors, petNotFound, petsBetaErrors.pet_has_order, outcomeUnknown],
    }),
  );
}
