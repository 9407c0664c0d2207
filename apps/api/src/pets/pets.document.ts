import { applyDecorators } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { platformErrors } from '@petstore/http/response/platform-errors';
import { PageLimit } from '@petstore/kernel';
import {
  ApiDeprecatedOperation,
  deprecationReferences,
} from '@petstore/openapi/document/api-deprecated-operation.decorator';
import { ApiErrors } from '@petstore/openapi/document/api-errors.decorator';
import { TakesRequestId } from '@petstore/openapi/document/api-request-id.decorator';
import { headerReferences, rateLimitReferences } from '@petstore/openapi/document/header-components';
import { IdempotencyKey, PetId, PetStatus } from '@petstore/pets-domain';
import { outcomeUnknown } from '../database.errors.ts';
import { CreatePetRequest, petStatusSchema } from './create-pet.request.ts';
import { encodeCursor } from './cursor.ts';
import { idempotencyKeyPattern, rememberedHours } from './idempotency-key.ts';
import { PetResponse } from './pet.response.ts';
import { getPetDeprecation } from './pets.deprecations.ts';
import { petNotFound } from './pets.errors.ts';

const rex = { id: 42, name: 'Rex', categoryId: 7, status: 'available' };
const tom = { id: 43, name: "Tom O'Malley", categoryId: 2, status: 'available' };

const requestId = headerReferences('X-Request-Id');
const deprecatedHeaders = { ...requestId, ...deprecationReferences() };

/** What the document says of all operations on animals. */
export function PetsDocument(): ClassDecorator {
  return applyDecorators(ApiTags('pets'), ApiBearerAuth('bearerAuth'));
}

/** How the document tells `listPets`. */
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
    ApiQuery({
      name: 'limit',
      required: false,
      description: 'Maximum number of animals returned.',
      type: 'integer',
      minimum: PageLimit.min,
      maximum: PageLimit.max,
      default: PageLimit.default.count,
      example: 50,
    }),
    ApiQuery({
      name: 'status',
      required: false,
      description: 'Restricts the list to animals with that status.',
      enum: PetStatus.values,
      enumName: 'PetStatus',
      enumSchema: petStatusSchema,
      example: PetStatus.available.value,
    }),
    ApiQuery({
      name: 'cursor',
      required: false,
      description:
        'Where the page before ended, from its `Link` with `rel="next"`: opaque, and good for its status only.',
      type: 'string',
      example: encodeCursor(PetId.restore('77'), PetStatus.available.value),
    }),
    TakesRequestId(),
    success(200, 'A page of animals; `Link` leads to the next one.', 'Pets', [rex, tom], {
      ...requestId,
      ...headerReferences('Link'),
    }),
    ApiErrors([platformErrors.invalid_parameter], requestId),
  );
}

/** How the document tells `createPet`. */
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
    ApiBody({ type: CreatePetRequest, required: true }),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description:
        `A name of your own for this create, ${IdempotencyKey.allowed}, bare or as a quoted string (RFC 8941): best a ` +
        `random one. For ${rememberedHours} hours a repeat with the same NewPet gets the answer that the first got; one with ` +
        'another NewPet is refused. Only creates that succeeded are remembered.',
      schema: { type: 'string', pattern: idempotencyKeyPattern, example: '8e03978e-40d5-43e8-bc93-6894a57f9324' },
    }),
    TakesRequestId(),
    success(201, 'The created animal, with the id it was given.', 'Pet', rex, {
      ...requestId,
      ...headerReferences('Location'),
    }),
    ApiErrors(
      [
        platformErrors.malformed_json,
        platformErrors.invalid_body,
        platformErrors.invalid_parameter,
        platformErrors.idempotency_conflict,
        platformErrors.payload_too_large,
        platformErrors.unsupported_media_type,
        platformErrors.idempotency_mismatch,
        outcomeUnknown,
      ],
      requestId,
    ),
  );
}

/** How the document tells `getPet`. */
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
    success(200, 'The animal.', 'Pet', rex, deprecatedHeaders),
    ApiErrors([petNotFound], deprecatedHeaders),
  );
}

function success(
  status: number,
  description: string,
  schema: 'Pet' | 'Pets',
  example: object,
  own: ReturnType<typeof headerReferences>,
): MethodDecorator {
  const headers = { ...own, ...rateLimitReferences() };
  const content = { 'application/json': { schema: { $ref: getSchemaPath(schema) }, example } };
  return applyDecorators(ApiExtraModels(PetResponse), ApiResponse({ status, description, headers, content }));
}
