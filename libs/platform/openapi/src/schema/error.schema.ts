import type { ErrorBody } from '@petstore/http/response/error-body';
import { errorCatalogue } from '@petstore/http/response/error-catalogue';
import { Described } from '../lazy/lazy-swagger.ts';

/** The schema `Error` of the document. */
@Described(({ ApiSchema }) => ApiSchema({ name: 'Error' }))
export class ErrorSchema implements Readonly<Record<keyof ErrorBody, unknown>> {
  @Described(({ ApiProperty }) =>
    ApiProperty({
      description: 'What went wrong, for programs: one meaning and one status each.',
      enum: Object.keys(errorCatalogue),
      example: 'pet_not_found',
    }),
  )
  readonly code!: string;

  @Described(({ ApiProperty }) =>
    ApiProperty({
      description: 'What went wrong, for people: what is at fault and what is allowed.',
      example: errorCatalogue.pet_not_found.meaning,
    }),
  )
  readonly message!: string;

  @Described(({ ApiProperty }) =>
    ApiProperty({ description: 'The HTTP status of the answer.', type: 'integer', example: 404 }),
  )
  readonly status!: number;
}
