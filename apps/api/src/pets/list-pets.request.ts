import type { ListPetsQuery } from '@petstore/pets-application';
import { PageLimit, PetId, PetStatus } from '@petstore/pets-domain';
import { Expose, Transform } from 'class-transformer';
import { ValidateBy, type ValidationArguments } from 'class-validator';
import { Described } from '../docs/described.ts';
import { Holds } from '../http/holds.ts';
import { petStatusSchema } from './create-pet.request.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';

/** The query of `listPets`; a parameter given twice arrives as an array, which is none of the allowed. */
export class ListPetsRequest {
  @Described(({ ApiPropertyOptional }) =>
    ApiPropertyOptional({
      description: 'Maximum number of animals returned.',
      type: 'integer',
      minimum: PageLimit.min,
      maximum: PageLimit.max,
      default: PageLimit.default.count,
      example: 50,
    }),
  )
  @Expose()
  @Transform(({ value }) => integerOf(value))
  @Holds(PageLimit, { optional: true })
  readonly limit?: unknown;

  @Described(({ ApiPropertyOptional }) =>
    ApiPropertyOptional({
      description: 'Restricts the list to animals with that status.',
      enum: PetStatus.values,
      enumName: 'PetStatus',
      enumSchema: petStatusSchema,
      example: PetStatus.available.value,
    }),
  )
  @Expose()
  @Holds(PetStatus, { optional: true })
  readonly status?: unknown;

  @Described(({ ApiPropertyOptional }) =>
    ApiPropertyOptional({
      description:
        'Where the page before ended, from its `Link` with `rel="next"`: opaque, and good for its status only.',
      type: 'string',
      example: encodeCursor(PetId.restore('77'), PetStatus.available.value),
    }),
  )
  @Expose()
  @IsCursor()
  readonly cursor?: unknown;

  toQuery(): ListPetsQuery {
    return {
      limit: this.limit === undefined ? PageLimit.default : PageLimit.of(this.limit),
      status: this.status === undefined ? undefined : PetStatus.of(this.status),
      after: decodeCursor(this.cursor, this.status as string | undefined),
    };
  }
}

/** Plain decimal digits as a number; everything else stays what it is and is refused. */
function integerOf(value: unknown): unknown {
  return typeof value === 'string' && /^[1-9][0-9]*$/.test(value) ? Number(value) : value;
}

function IsCursor(): PropertyDecorator {
  const statusOf = (parameters?: ValidationArguments) => (parameters?.object as ListPetsRequest).status;
  return ValidateBy({
    name: 'isCursor',
    validator: {
      validate: (value, parameters) =>
        value === undefined || decodeCursor(value, statusOf(parameters) as string | undefined) !== undefined,
      defaultMessage: () => 'cursor must be one that a page of this list gave, unchanged, with the same status',
    },
  });
}
