import type { ServerResponse } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { collectFaults, Int64, InvalidValue, PageLimit, type ValueObject } from '@petstore/kernel';
import type { Request } from 'express';
import { platformErrors } from '../response/platform-errors.ts';
import { RequestError } from '../response/request-error.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';

/** Query parameters as the client sent them, by name. */
type SentParameters = Readonly<Record<string, string | undefined>>;

/** A list with pages in ascending order of a position, such as the id. */
export interface ListDefinition<Filters extends object, Position> {
  /** Path of the list, for the links. */
  readonly path: string;
  /** Value object of each filter, by query parameter. It gets the text, or an array if the parameter is repeated. */
  readonly filters: { readonly [Name in keyof Filters]: ValueObject<Filters[Name]> };
  /** Parses the position in a cursor. Returns undefined if no item can have it. */
  readonly parsePosition: (text: string) => Position | undefined;
  /** Text that cursors of this list and these filters have in common. Default: path and filters. */
  readonly cursorScope?: (filters: SentParameters) => string;
}

/** The query parameters `limit`, `cursor` and filters of a request for a page. */
export class PageRequest<Filters extends object, Position> {
  private constructor(
    private readonly path: string,
    private readonly cursorScope: string,
    /** Limit and filters. */
    private readonly sent: SentParameters,
    readonly limit: PageLimit,
    readonly filters: Partial<Filters>,
    /** Position of the last item of the previous page; undefined for the first page. */
    readonly position: Position | undefined,
  ) {}

  /** @throws RequestError invalid_parameter with all faults in one message */
  static parse<Filters extends object, Position>(
    list: ListDefinition<Filters, Position>,
    query: ParsedUrlQuery,
  ): PageRequest<Filters, Position> {
    const { limit, cursor } = query as SentParameters;
    const sentFilters: Record<string, string | undefined> = {};
    const filterParsers: Record<string, () => unknown> = {};
    for (const name of Object.keys(list.filters)) {
      const sent = query[name];
      if (sent === undefined) continue;
      sentFilters[name] = sent as string;
      filterParsers[name] = () => list.filters[name as keyof Filters].of(sent);
    }
    const scope = list.cursorScope ? list.cursorScope(sentFilters) : JSON.stringify([list.path, sentFilters]);
    const values = collectFaults<Record<string, unknown>>(
      {
        limit: () => (limit === undefined ? PageLimit.default : limitParameter.of(limit)),
        ...filterParsers,
        cursor: () => (cursor === undefined ? undefined : parseCursor(list, cursor, scope)),
      },
      (faults) =>
        new RequestError(platformErrors.invalid_parameter, `${faults.map(({ message }) => message).join('; ')}.`),
    );
    const { limit: pageLimit, cursor: position, ...filters } = values;
    return new PageRequest(
      list.path,
      scope,
      { limit, ...sentFilters },
      pageLimit as PageLimit,
      filters as Partial<Filters>,
      position as Position | undefined,
    );
  }

  /** @param position of the last item of a page with these filters */
  cursorAt(position: string): string {
    return encodeCursor(position, this.cursorScope);
  }

  /**
   * The `Link` header of the page (RFC 8288): `next` unless it is the last page, `first` unless it is the first.
   * @param next position of the last item of this page; undefined on the last page
   * @returns undefined if the page is the only one
   */
  linkHeader(next: string | undefined): string | undefined {
    const links: string[] = [];
    if (next !== undefined) links.push(this.link({ ...this.sent, cursor: this.cursorAt(next) }, 'next'));
    if (this.position !== undefined) links.push(this.link(this.sent, 'first'));
    return links.length > 0 ? links.join(', ') : undefined;
  }

  private link(parameters: SentParameters, relation: string): string {
    let query = '';
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== undefined) query += `${query ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
    }
    return `<${this.path}${query}>; rel="${relation}"`;
  }

  /** Sets the `Link` header unless this is the only page. */
  setLinkHeader(response: ServerResponse, next: string | undefined): void {
    const links = this.linkHeader(next);
    if (links !== undefined) response.setHeader('Link', links);
  }
}

/** The PageRequest of a list's definition. */
export type PageRequestOf<List> =
  List extends ListDefinition<infer Filters, infer Position> ? PageRequest<Filters, Position> : never;

/** Infers the types of a list's definition. */
export function defineList<Filters extends object, Position>(
  list: ListDefinition<Filters, Position>,
): ListDefinition<Filters, Position> {
  return list;
}

/** Passes a method of a controller the PageRequest of the list. Not a pipe, because a pipe costs each request a promise. */
export const PageParameters = createParamDecorator(
  <Filters extends object, Position>(list: ListDefinition<Filters, Position>, context: ExecutionContext) =>
    PageRequest.parse(list, context.switchToHttp().getRequest<Request>().query as ParsedUrlQuery),
);

/** The value object of an integer as a query parameter: canonical decimal text, which it gets as a number or bigint. */
export function integerParameter<Value>(valueObject: ValueObject<Value>): ValueObject<Value> {
  return { allowed: valueObject.allowed, of: (sent) => valueObject.of(toInteger(sent)) };
}

const limitParameter = integerParameter(PageLimit);

function toInteger(sent: unknown): unknown {
  const decimal = typeof sent === 'string' ? Int64.fromText(sent) : undefined;
  if (decimal === undefined) return sent;
  const number = Number(decimal);
  return Number.isSafeInteger(number) ? number : BigInt(decimal);
}

/** @throws InvalidValue `invalid_cursor` */
function parseCursor<Position>(list: ListDefinition<object, Position>, cursor: unknown, scope: string): Position {
  const text = decodeCursor(cursor, scope);
  const position = text === undefined ? undefined : list.parsePosition(text);
  if (position !== undefined) return position;
  const filters = Object.keys(list.filters).join(' and ');
  const allowed = `one that a page of this list gave, unchanged${filters && `, with the same ${filters}`}`;
  throw new InvalidValue('invalid_cursor', 'cursor', cursor, allowed);
}
