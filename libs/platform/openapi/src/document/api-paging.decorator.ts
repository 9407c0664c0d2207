import { applyDecorators } from '@nestjs/common';
import { ApiQuery, type ApiQueryOptions, type OpenAPIObject } from '@nestjs/swagger';
import { cursorFilters, PageRequest, type ListDefinition } from '@petstore/http/paging/page-request';
import type { HttpError } from '@petstore/http/response/http-error';
import { platformErrors } from '@petstore/http/response/platform-errors';
import { PageLimit } from '@petstore/kernel';
import { ApiResponses, type Success } from './api-responses.decorator.ts';
import { headerReferences, type HeaderComponent } from './header-components.ts';

type FilterParameter = ApiQueryOptions & { readonly example: string | number };

/** The success response is a page. */
interface PagingOptions<Filters extends object> extends Omit<Success, 'description'> {
  /** Description of the success response. Default: a page with a link to the next one. */
  readonly description?: string;
  /** The header `Link`. Default: the component `Link`, which the last page does not have. */
  readonly link?: HeaderComponent;
  /** The items of the list, as a plural noun. */
  readonly items: string;
  /** A position. The example of the parameter `cursor` contains it. */
  readonly examplePosition: string;
  /** The query parameter of each filter. */
  readonly filters: { readonly [Name in keyof Filters]: FilterParameter };
  /** Whether the operation verifies the key again, after a wait. Default: false. */
  readonly confirmsCaller?: boolean;
  /** Errors in addition to `invalid_parameter` and those of every operation. */
  readonly errors?: readonly HttpError[];
}

/** Documents all parameters and responses of an operation that returns a page of a list. */
export function ApiPaging<Filters extends object, Position>(
  list: ListDefinition<Filters, Position>,
  { items, examplePosition, filters, link, errors = [], ...success }: PagingOptions<Filters>,
): MethodDecorator {
  const parameters = Object.entries<FilterParameter>(filters);
  const exampleFilters = Object.fromEntries(parameters.map(([name, parameter]) => [name, String(parameter.example)]));
  const names = cursorFilters(list).join(' and ');
  return applyDecorators(
    ApiQuery({
      name: 'limit',
      required: false,
      description: `Maximum number of ${items} returned.`,
      type: 'integer',
      format: 'int32',
      minimum: PageLimit.min,
      maximum: PageLimit.max,
      default: PageLimit.default.count,
      example: 50,
    }),
    ...parameters.map(([name, parameter]) => ApiQuery({ ...parameter, name, required: false })),
    ApiQuery({
      name: 'cursor',
      required: false,
      description:
        'Where the previous page ended: opaque, from the `Link` header of that page with `rel="next"`' +
        `${names && `, and valid only with the same ${names}`}.`,
      type: 'string',
      maxLength: PageRequest.maxCursorLength,
      example: PageRequest.parse(list, exampleFilters).cursorAt(examplePosition),
    }),
    ApiResponses({
      status: 200,
      description: `A page of ${items}. The \`Link\` header contains the path of the next page.`,
      ...success,
      successHeaders: link ? { Link: link } : headerReferences('Link'),
      errors: [platformErrors.invalid_parameter, ...errors],
    }),
  );
}

type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

/** Returns the schema of a page of a list. @param item name of the schema of an item */
export function pageSchema(item: string, description: string): Schema {
  return { type: 'array', description, maxItems: PageLimit.max, items: { $ref: `#/components/schemas/${item}` } };
}
