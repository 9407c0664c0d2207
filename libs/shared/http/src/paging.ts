import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import type { PipeTransform } from '@nestjs/common';
import { collectErrors, Int64, InvalidValue, PageLimit } from '@petstore/kernel';
import { platformErrors, RequestError } from './errors.ts';

/** Characters of the checksum (48 bits). It detects damaged cursors and cursors of another scope. It does not prevent forgery. */
const checksumLength = 8;

/** Maximum characters of a cursor. Clients can rely on it; cursors are as short as the positions in them. */
export const maxCursorLength = 512;

/** Query parameters as the client sent them, by name. */
type SentParameters = Readonly<Record<string, string | undefined>>;

/** A list that clients read page by page, in ascending order of a position such as the id. */
interface List<Filters extends object, Position> {
  /** Path of the list, for the links. */
  readonly path: string;
  /** Parsers of the filters, by query parameter. They get the text, or an array if the parameter is repeated. */
  readonly filters: { readonly [Name in keyof Filters]: (sent: unknown) => Filters[Name] };
  /** Parses the position in a cursor. Returns undefined if no item can have it. */
  readonly parsePosition: (text: string) => Position | undefined;
  /** Returns the scope of the cursors (see `encodeCursor`), or undefined for the default: path and filters as JSON. */
  readonly cursorScope?: (filters: SentParameters) => string | undefined;
}

/** What a use case gets: the limit, the position of the last item of the previous page, and the filters. */
type ListQuery<Filters extends object, Position> = Partial<Filters> & {
  readonly limit: PageLimit;
  /** Undefined for the first page. */
  readonly after: Position | undefined;
};

/** The parsed query of a request for a page, and the links to other pages. */
export class PageQuery<Filters extends object, Position> {
  constructor(
    readonly query: ListQuery<Filters, Position>,
    private readonly path: string,
    private readonly cursorScope: string,
    /** Limit and filters as sent, as `name=value`, for the links. */
    private readonly sent: readonly string[],
  ) {}

  /**
   * Sets the `Link` header (RFC 8288): `next` unless this is the last page, `first` unless it is the first.
   * @param next position of the last item of this page; undefined on the last page
   */
  setLinks(response: ServerResponse, next: string | undefined): void {
    const links: string[] = [];
    if (next !== undefined) links.push(this.link([...this.sent, `cursor=${this.cursorAt(next)}`], 'next'));
    if (this.query.after !== undefined) links.push(this.link(this.sent, 'first'));
    if (links.length > 0) response.setHeader('Link', links.join(', '));
  }

  /**
   * Sets a `Link` header with `next` alone, for lists without an end.
   * @param next position of the last item of this page, or the position of the request if the page is empty
   */
  setNextLink(response: ServerResponse, next: string): void {
    response.setHeader('Link', this.link([...this.sent, `cursor=${this.cursorAt(next)}`], 'next'));
  }

  /** Returns the cursor of the next page. @param position position of the last item of a page with these filters */
  cursorAt(position: string): string {
    return encodeCursor(position, this.cursorScope);
  }

  private link(query: readonly string[], relation: string): string {
    return `<${this.path}${query.length > 0 ? `?${query.join('&')}` : ''}>; rel="${relation}"`;
  }
}

/** Parses the query of a list: `@Query(new PageQueryPipe({ … }))`. It does not use class-validator, which costs 7 % of a list. */
export class PageQueryPipe<Filters extends object, Position> implements PipeTransform<
  ParsedUrlQuery,
  PageQuery<Filters, Position>
> {
  private readonly filterNames: string;

  constructor(private readonly list: List<Filters, Position>) {
    this.filterNames = Object.keys(list.filters).join(' and ');
  }

  /** @throws RequestError invalid_parameter if a parameter is invalid; its message contains all errors */
  transform(query: ParsedUrlQuery): PageQuery<Filters, Position> {
    const { list } = this;
    const { limit, cursor } = query as SentParameters;
    const sentFilters: Record<string, string | undefined> = {};
    const parsers: Record<string, () => unknown> = {
      limit: () => (limit === undefined ? PageLimit.default : PageLimit.of(integerParameter(limit))),
    };
    const sent = limit === undefined ? [] : [`limit=${encodeURIComponent(limit)}`];
    for (const name of Object.keys(list.filters)) {
      const value = query[name];
      if (value === undefined) continue;
      sentFilters[name] = value as string;
      sent.push(`${name}=${encodeURIComponent(value as string)}`);
      parsers[name] = () => list.filters[name as keyof Filters](value);
    }
    const scope = list.cursorScope?.(sentFilters) ?? JSON.stringify([list.path, sentFilters]);
    parsers['after'] = () => (cursor === undefined ? undefined : this.parseCursor(cursor, scope));
    const values = collectErrors<object>(
      parsers,
      (errors) =>
        new RequestError(platformErrors.invalid_parameter, `${errors.map(({ message }) => message).join('; ')}.`),
    );
    return new PageQuery(values as ListQuery<Filters, Position>, list.path, scope, sent);
  }

  /** @throws InvalidValue `invalid_cursor` if the cursor is not one of this list and scope */
  private parseCursor(cursor: unknown, scope: string): Position {
    const text = decodeCursor(cursor, scope);
    const position = text === undefined ? undefined : this.list.parsePosition(text);
    if (position !== undefined) return position;
    const isLink = /[<>?]|cursor=/.test(String(cursor));
    const allowed = isLink
      ? 'only the value of `cursor` in the Link header, without the rest of the link'
      : `one that a page of this list gave, unchanged${this.filterNames && `, with the same ${this.filterNames}`}`;
    throw new InvalidValue('invalid_cursor', 'cursor', cursor, allowed);
  }
}

/** The parameter of a controller's method that has the pipe. */
export type PageQueryOf<Pipe> =
  Pipe extends PageQueryPipe<infer Filters, infer Position> ? PageQuery<Filters, Position> : never;

/** Converts canonical decimal text to a number or bigint. Returns other values unchanged, for the error of the value object. */
export function integerParameter(sent: unknown): unknown {
  const decimal = typeof sent === 'string' ? Int64.fromText(sent) : undefined;
  if (decimal === undefined) return sent;
  const number = Number(decimal);
  return Number.isSafeInteger(number) ? number : BigInt(decimal);
}

/**
 * Encodes the position of the last item of a page as opaque text of the base64url alphabet.
 * @param scope text that identifies the list and its filters. A cursor can be decoded only with the same scope.
 * @throws RangeError if the cursor would be longer than `maxCursorLength`
 */
function encodeCursor(position: string, scope: string): string {
  const checksum = hash('sha256', `${scope} ${position}`, 'base64url').slice(0, checksumLength);
  const cursor = checksum + Buffer.from(position).toString('base64url');
  if (cursor.length > maxCursorLength) throw new RangeError(`the position is too long for a cursor: ${position}`);
  return cursor;
}

/** Decodes the position. @returns undefined if `encodeCursor` did not create this text with this scope */
function decodeCursor(cursor: unknown, scope: string): string | undefined {
  if (typeof cursor !== 'string' || cursor.length > maxCursorLength) return undefined;
  const position = Buffer.from(cursor.slice(checksumLength), 'base64url').toString();
  return encodeCursor(position, scope) === cursor ? position : undefined;
}
