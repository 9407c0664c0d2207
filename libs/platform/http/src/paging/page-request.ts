import type { ServerResponse } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { collectErrors, Int64, InvalidValue, PageLimit, type ValueObject } from '@petstore/kernel';
import type { Request } from 'express';
import { platformErrors } from '../response/platform-errors.ts';
import { RequestError } from '../response/request-error.ts';
import { decodeCursor, encodeCursor, maxCursorLength } from './cursor.ts';

/** Query parameters as the client sent them, by name. */
type SentParameters = Readonly<Record<string, string | undefined>>;

/** A list that clients read page by page, in ascending order of a position such as the id. */
export interface ListDefinition<Filters extends object, Position> {
  /** Path of the list, for the links. */
  readonly path: string;
  /** Value object of each filter, by query parameter. Its `of` gets the text, or an array if the parameter is repeated. */
  readonly filters: { readonly [Name in keyof Filters]: ValueObject<Filters[Name]> };
  /** The filters that select no items, such as a time to wait. A cursor is valid with any value of them. */
  readonly outsideCursor?: readonly string[];
  /** Parses the position in a cursor. Returns undefined if no item can have it. */
  readonly parsePosition: (text: string) => Position | undefined;
  /**
   * Returns the scope of the cursors (see `encodeCursor`), or undefined for the default: path and filters as JSON, without
   * `outsideCursor`.
   */
  readonly cursorScope?: (filters: SentParameters) => string | undefined;
}

/** The parsed query parameters of a request for a page: `limit`, `cursor` and the filters. */
export class PageRequest<Filters extends object, Position> {
  static readonly maxCursorLength = maxCursorLength;

  private constructor(
    private readonly path: string,
    private readonly cursorScope: string,
    /** Limit and filters as sent, as `name=value`, for the links. */
    private readonly sent: readonly string[],
    readonly limit: PageLimit,
    readonly filters: Partial<Filters>,
    /** Position of the last item of the previous page; undefined for the first page. */
    readonly position: Position | undefined,
  ) {}

  /** @throws RequestError invalid_parameter if a parameter is invalid; its message contains all errors */
  static parse<Filters extends object, Position>(
    list: ListDefinition<Filters, Position>,
    query: ParsedUrlQuery,
  ): PageRequest<Filters, Position> {
    const { limit, cursor } = query as SentParameters;
    const sentFilters: Record<string, string | undefined> = {};
    const filterParsers: Record<string, () => unknown> = {};
    const sent = limit === undefined ? [] : [`limit=${encodeURIComponent(limit)}`];
    for (const name of Object.keys(list.filters)) {
      const value = query[name];
      if (value === undefined) continue;
      sentFilters[name] = value as string;
      sent.push(`${name}=${encodeURIComponent(value as string)}`);
      filterParsers[name] = () => list.filters[name as keyof Filters].of(value);
    }
    const scope = list.cursorScope?.(sentFilters) ?? defaultScope(list, sentFilters);
    const values = collectErrors<Record<string, unknown>>(
      {
        limit: () => (limit === undefined ? PageLimit.default : limitParameter.of(limit)),
        ...filterParsers,
        cursor: () => (cursor === undefined ? undefined : parseCursor(list, cursor, scope)),
      },
      (errors) =>
        new RequestError(platformErrors.invalid_parameter, `${errors.map(({ message }) => message).join('; ')}.`),
    );
    const { limit: pageLimit, cursor: position, ...filters } = values;
    return new PageRequest(
      list.path,
      scope,
      sent,
      pageLimit as PageLimit,
      filters as Partial<Filters>,
      position as Position | undefined,
    );
  }

  /** Returns the cursor of the next page. @param position position of the last item of a page with these filters */
  cursorAt(position: string): string {
    return encodeCursor(position, this.cursorScope);
  }

  /**
   * Returns the `Link` header of the page (RFC 8288): `next` unless it is the last page, `first` unless it is the first.
   * @param next position of the last item of this page; undefined on the last page
   * @returns undefined if the page is the only one
   */
  linkHeader(next: string | undefined): string | undefined {
    const links: string[] = [];
    if (next !== undefined) links.push(this.nextLink(next));
    if (this.position !== undefined) links.push(this.link(this.sent, 'first'));
    return links.length > 0 ? links.join(', ') : undefined;
  }

  /**
   * Returns a `Link` header with `next` alone, for lists without an end.
   * @param next position of the last item of this page, or the position of the request if the page is empty
   */
  nextLink(next: string): string {
    return this.link([...this.sent, `cursor=${this.cursorAt(next)}`], 'next');
  }

  private link(query: readonly string[], relation: string): string {
    return `<${this.path}${query.length > 0 ? `?${query.join('&')}` : ''}>; rel="${relation}"`;
  }

  /** Sets the `Link` header unless this is the only page. */
  setLinkHeader(response: ServerResponse, next: string | undefined): void {
    const links = this.linkHeader(next);
    if (links !== undefined) response.setHeader('Link', links);
  }
}

/** The type of the PageRequest of a list. */
export type PageRequestOf<List> =
  List extends ListDefinition<infer Filters, infer Position> ? PageRequest<Filters, Position> : never;

/** Returns the names of the filters that must not change from page to page. */
export function cursorFilters({
  filters,
  outsideCursor = [],
}: Pick<ListDefinition<object, unknown>, 'filters' | 'outsideCursor'>): string[] {
  return Object.keys(filters).filter((name) => !outsideCursor.includes(name));
}

function defaultScope(list: ListDefinition<object, unknown>, sent: SentParameters): string {
  return JSON.stringify([list.path, Object.fromEntries(cursorFilters(list).map((name) => [name, sent[name]]))]);
}

/** Returns the list unchanged. TypeScript infers its type parameters from the argument. */
export function defineList<Filters extends object, Position>(
  list: ListDefinition<Filters, Position>,
): ListDefinition<Filters, Position> {
  return list;
}

/**
 * Parameter decorator: passes the PageRequest of the list to the controller's method. It parses the query itself, because a
 * pipe would cost each request a promise.
 */
export const PageParameters = createParamDecorator(
  <Filters extends object, Position>(list: ListDefinition<Filters, Position>, context: ExecutionContext) =>
    PageRequest.parse(list, context.switchToHttp().getRequest<Request>().query as ParsedUrlQuery),
);

/** Returns a value object for a query parameter. It converts canonical decimal text to a number or bigint for `valueObject`. */
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

/** @throws InvalidValue `invalid_cursor` if the cursor is not one of this list and scope */
function parseCursor<Position>(list: ListDefinition<object, Position>, cursor: unknown, scope: string): Position {
  const text = decodeCursor(cursor, scope);
  const position = text === undefined ? undefined : list.parsePosition(text);
  if (position !== undefined) return position;
  const filters = cursorFilters(list).join(' and ');
  const allowed = `one that a page of this list gave, unchanged${filters && `, with the same ${filters}`}`;
  throw new InvalidValue('invalid_cursor', 'cursor', cursor, allowed);
}
