import { applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiConsumes, ApiParam, ApiTags } from '@nestjs/swagger';
import { mergePatchTypes, unsupportedPatch } from '@petstore/http/nest/merge-patch';
import { PageRequest } from '@petstore/http/paging/page-request';
import { ApiBetaOperation } from '@petstore/openapi/document/api-beta-operation.decorator';
import { ApiPaging } from '@petstore/openapi/document/api-paging.decorator';
import { ApiResponses } from '@petstore/openapi/document/api-responses.decorator';
import { bodyErrors } from '@petstore/openapi/document/api-create.decorator';
import { platformHeaders } from '@petstore/openapi/document/header-components';
import { ChangeWait } from '@petstore/pets-application';
import { outcomeUnknown } from '../../database.errors.ts';
import { petNotFound, petsBetaErrors } from '../pets.errors.ts';
import { petChangeList } from './list-pet-changes.request.ts';
import { UpdatePetRequest } from './update-pet.request.ts';

const tom = { id: 42, name: 'Tom', categoryId: 7, status: 'available' };

/** Documents the tag and the authentication that the beta operations on pets share. */
export function PetsBetaDocument(): ClassDecorator {
  return applyDecorators(ApiTags('pets'), ApiBearerAuth('bearerAuth'));
}

/** Example of a position: the text of a ChangePosition. */
const examplePosition = '7571234567890123456.00000001.16402/834/42';

const exampleRequest = PageRequest.parse(petChangeList, { limit: '20', wait: String(ChangeWait.maxSeconds) });

export function ListPetChangesDocument(): MethodDecorator {
  return applyDecorators(
    ApiBetaOperation({
      operationId: 'listPetChanges',
      summary: 'List changes of animals',
      description:
        'Returns the animals that were created or changed after the `cursor`, in their current state and in the order of their last ' +
        'change. No committed change is missing. Several changes of one animal can appear as one. The `Link` header with ' +
        '`rel="next"` always contains the path of the next page, also if the page is empty. Without `cursor`, the page is empty, and ' +
        'the path is that of the changes from now on.',
    }),
    ApiPaging(petChangeList, {
      items: 'changed animals',
      description:
        'The changes after the `cursor`, an empty array if there are none. The `Link` header contains the path of the next page.',
      schema: 'ChangedPets',
      example: [tom],
      examplePosition,
      link: {
        description: 'Path of the changes after this page (RFC 8288): `rel="next"`, with the same `limit` and `wait`.',
        required: true,
        schema: platformHeaders.Link.schema,
        example: exampleRequest.nextLink(examplePosition),
      },
      filters: {
        wait: {
          description:
            'Seconds to wait for a change if there is none after the `cursor`. The response is sent when an animal changes, or, with ' +
            'an empty array, when the time is over or the service stops. It can be empty before. Without `cursor` and for HEAD ' +
            'requests the service does not wait.',
          type: 'integer',
          format: 'int32',
          minimum: ChangeWait.minSeconds,
          maximum: ChangeWait.maxSeconds,
          example: ChangeWait.maxSeconds,
        },
      },
      confirmsCaller: true,
      errors: [petsBetaErrors.cursor_gone],
    }),
  );
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
      confirmsCaller: true,
      errors: [...bodyErrors(unsupportedPatch), petNotFound, petsBetaErrors.pet_has_order, outcomeUnknown],
    }),
  );
}
