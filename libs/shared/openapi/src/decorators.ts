import { applyDecorators, type Type } from '@nestjs/common';
import {
  ApiExtension,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiQuery,
  getSchemaPath,
  type ApiResponseOptions,
} from '@nestjs/swagger';
import { PageLimit } from '@petstore/kernel';
import { maxCursorLength, type PageQuery } from '@petstore/http/paging';
import { headerReference } from './headers.ts';

/** Member of an operation with the codes of its errors, until `completeDocument` replaces it by responses. */
export const errorsExtension = 'x-errors';

/** Member of a list with the schema of its page, by name, until `completeDocument` makes it a component. */
export const pageExtension = 'x-page';

/** Documents the errors of an operation, in addition to those that every operation has. Each operation needs it, or `ApiPage`. */
export function ApiErrors(...codes: readonly string[]): MethodDecorator {
  return ApiExtension(errorsExtension, codes);
}

/**
 * Replaces `ApiOperation` for an operation that is beta. Documentation sites read `x-stability`, tools that compare documents
 * read `x-stability-level`.
 */
export function ApiBetaOperation({
  summary,
  description,
}: {
  readonly summary: string;
  readonly description: string;
}): MethodDecorator {
  return applyDecorators(
    ApiOperation({
      summary: `${summary} (beta)`,
      description: `${description}\n\n**Beta:** this operation may change or be removed in any release.`,
    }),
    ApiExtension('x-stability', 'beta'),
    ApiExtension('x-stability-level', 'beta'),
  );
}

/** Returns the schema of an int64. It has no bounds, because many parsers of JSON would round them. */
export function int64Schema(description: string, example: number) {
  return { description, type: 'integer' as const, format: 'int64', examples: [example] };
}

/**
 * Documents the id in the path of an operation.
 * @param name name of the parameter
 * @param item what it identifies, as a noun
 */
export function ApiId(name: string, item: string, example: number): MethodDecorator {
  return ApiParam({
    name,
    description: `Identifier of the ${item}. The response is 404 if it is not an int64.`,
    schema: { type: 'integer', format: 'int64', examples: [example] },
  });
}

interface Page {
  /** The items of the list, as a plural noun. */
  readonly items: string;
  readonly item: Type;
  readonly schema: string;
  readonly order?: string;
  readonly example: readonly object[];
  readonly exampleCursor: string;
  /** The DTO of the query, which documents the filters. They must not change from page to page. */
  readonly query: Type<PageQuery<unknown>>;
  /** Description of the response. Default: a page with a link to the next one. */
  readonly description?: string;
  /** The header `Link`. Default: the component `Link`, which the last page does not have. */
  readonly link?: NonNullable<ApiResponseOptions['headers']>[string];
  /** Codes of errors in addition to `invalid_parameter` and those of every operation. */
  readonly errors?: readonly string[];
}

/** Documents a list: its filters, the parameters `limit` and `cursor`, the page, and its errors. */
export function ApiPage({
  items,
  item,
  schema,
  order = 'in ascending order of id',
  example,
  exampleCursor,
  query,
  description,
  link,
  errors = [],
}: Page): MethodDecorator {
  const { filterNames } = new query();
  const pageSchema = {
    type: 'array',
    description: `${items[0]!.toUpperCase()}${items.slice(1)}, ${order}.`,
    maxItems: PageLimit.max,
    items: { $ref: getSchemaPath(item) },
  };
  return applyDecorators(
    ApiExtension(pageExtension, { [schema]: pageSchema }),
    ApiQuery({
      name: 'limit',
      required: false,
      description: `Maximum number of ${items} returned, from ${PageLimit.min} to ${PageLimit.max}.`,
      schema: {
        type: 'integer',
        format: 'int32',
        minimum: PageLimit.min,
        maximum: PageLimit.max,
        default: PageLimit.default.count,
        examples: [50],
      },
    }),
    ApiQuery({
      name: 'cursor',
      required: false,
      description:
        'Where the previous page ended: opaque, the value of `cursor` in the `Link` header of that page with `rel="next"`' +
        `${filterNames.length === 0 ? '' : `, and valid only with the same ${filterNames.join(' and ')}`}.`,
      schema: { type: 'string', maxLength: maxCursorLength, examples: [exampleCursor] },
    }),
    ApiOkResponse({
      description: description ?? `A page of ${items}. The \`Link\` header contains the path of the next page.`,
      headers: { Link: link ?? headerReference('Link') },
      content: { 'application/json': { schema: { $ref: getSchemaPath(schema) }, example } },
    }),
    ApiErrors('invalid_parameter', ...errors),
  );
}
