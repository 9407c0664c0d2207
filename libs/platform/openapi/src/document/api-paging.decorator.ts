import { applyDecorators } from '@nestjs/common';
import { ApiQuery, type ApiQueryOptions } from '@nestjs/swagger';
import { PageRequest, type ListDefinition } from '@petstore/http/paging/page-request';
import type { HttpError } from '@petstore/http/response/http-error';
import { platformErrors } from '@petstore/http/response/platform-errors';
import { PageLimit } from '@petstore/kernel';
import { ApiErrors } from './api-errors.decorator.ts';
import { TakesRequestId } from './api-request-id.decorator.ts';
import { ApiSuccess } from './api-success.decorator.ts';
import { headerReferences } from './header-components.ts';

interface PagingOptions<Filters extends object> {
  /** What the list contains, as a plural noun. */
  readonly items: string;
  /** Name of the schema of a page. */
  readonly schema: string;
  /** A page. */
  readonly example: readonly object[];
  /** A position, for the example of a cursor. */
  readonly examplePosition: string;
  /** The query parameter of each filter. */
  readonly filters: { readonly [Name in keyof Filters]: ApiQueryOptions & { readonly example: string } };
  /** Errors beside `invalid_parameter` and those of every operation. */
  readonly errors?: readonly HttpError[];
}

/** Documents all parameters and responses of an operation that returns a page of a list. */
export function ApiPaging<Filters extends object, Position>(
  list: ListDefinition<Filters, Position>,
  { items, schema, example, examplePosition, filters, errors = [] }: PagingOptions<Filters>,
): MethodDecorator {
  const parameters = Object.entries<ApiQueryOptions & { readonly example: string }>(filters);
  const exampleFilters = Object.fromEntries(parameters.map(([name, parameter]) => [name, parameter.example]));
  return applyDecorators(
    ApiQuery({
      name: 'limit',
      required: false,
      description: `Maximum number of ${items} returned.`,
      type: 'integer',
      minimum: PageLimit.min,
      maximum: PageLimit.max,
      default: PageLimit.default.count,
      example: 50,
    }),
    ...parameters.map(([name, parameter]) => ApiQuery({ ...parameter, name, required: false })),
    ApiQuery({
      name: 'cursor',
      required: false,
      description: `Where the page before ended, from its \`Link\` with \`rel="next"\`: ${validity(Object.keys(filters))}.`,
      type: 'string',
      example: PageRequest.parse(list, exampleFilters).cursorAt(examplePosition),
    }),
    TakesRequestId(),
    ApiSuccess(200, `A page of ${items}; \`Link\` leads to the next one.`, schema, example, headerReferences('Link')),
    ApiErrors([platformErrors.invalid_parameter, ...errors], headerReferences('X-Request-Id')),
  );
}

function validity(filters: readonly string[]): string {
  return filters.length === 0 ? 'opaque' : `opaque, and good for its ${filters.join(' and ')} only`;
}
