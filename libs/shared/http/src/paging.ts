import { hash } from 'node:crypto';
import { ApiPropertyOptional } from '@nestjs/swagger';
import type { RequestState } from '@petstore/edge/request-state';
import { PageLimit } from '@petstore/kernel';
import { Matches, ValidateBy, type ValidationArguments } from 'class-validator';
import { MayBeAbsent, mustBe } from './validators.ts';

/** Characters of the checksum (48 bits). It detects damaged cursors and those of another list or other filters, and does not prevent forgery. */
const checksumLength = 8;

/** Maximum characters of a cursor. Clients can rely on it; cursors are as short as the positions in them. */
export const maxCursorLength = 512;

/** A list that clients read page by page, in ascending order of a position such as the id. */
export interface List<Position> {
  /** Path of the list, for the links. */
  readonly path: string;
  /** Names of the query parameters that select no items. All others are filters: a cursor is valid only with the same values. */
  readonly notFilters?: readonly string[];
  /** Parses the position in a cursor. Returns undefined if no item can have it. */
  readonly parsePosition: (text: string) => Position | undefined;
  /** Returns the scope of the cursors (see `encodeCursor`), or undefined for the default: path and filters as JSON. */
  readonly cursorScope?: (filters: Readonly<Record<string, string | string[]>>) => string | undefined;
}

/**
 * The query of a request for a page, and the links to other pages. A subclass adds a member for each filter. `ApiPage` describes the
 * members of this class in the words of the list.
 */
export abstract class PageQuery<Position> {
  @ApiPropertyOptional()
  @MayBeAbsent()
  @Matches(PageLimit.format, mustBe(PageLimit.allowed))
  readonly limit?: string;

  @ApiPropertyOptional()
  @MayBeAbsent()
  @IsCursor()
  readonly cursor?: string;

  /** The text in the cursor, which is decoded once. `#`, so that it is not among the members that are filters. */
  #decoded: string | undefined = undefined;

  abstract get list(): List<Position>;

  /** What the use case of a list gets. A subclass adds the values of the filters. */
  get page(): { readonly limit: PageLimit; readonly after: Position | undefined } {
    const limit = this.limit === undefined ? PageLimit.default : PageLimit.of(Number(this.limit));
    return { limit, after: this.after };
  }

  /** The position of the last item of the previous page; undefined without a cursor, and if it is not one of this list and filters. */
  get after(): Position | undefined {
    if (this.cursor !== undefined) this.#decoded ??= decodeCursor(this.cursor, this.scope);
    return this.#decoded === undefined ? undefined : this.list.parsePosition(this.#decoded);
  }

  /**
   * Sets the `Link` header (RFC 8288): `next` unless this is the last page, `first` unless it is the first.
   * @param next position of the last item of this page; undefined on the last page
   */
  setLinks({ headers }: RequestState, next: string | undefined): void {
    const links: string[] = [];
    if (next !== undefined) links.push(this.nextLink(next));
    if (this.cursor !== undefined) links.push(this.link(this.sent, 'first'));
    if (links.length > 0) headers['Link'] = links.join(', ');
  }

  /**
   * Sets a `Link` header with `next` alone, for lists without an end.
   * @param next position of the last item of this page, or the position of the request if the page is empty
   */
  setNextLink({ headers }: RequestState, next: string): void {
    headers['Link'] = this.nextLink(next);
  }

  /** Returns the cursor of the next page. @throws RangeError if the cursor would be longer than `maxCursorLength` */
  cursorAt(position: string): string {
    const cursor = encodeCursor(position, this.scope);
    if (cursor.length > maxCursorLength) throw new RangeError(`the position is too long for a cursor: ${position}`);
    return cursor;
  }

  private get scope(): string {
    const { list, filters } = this;
    return list.cursorScope?.(filters) ?? JSON.stringify([list.path, filters]);
  }

  /** The filters, with the values of a repeated parameter as a set: their order and repeats select no other items. */
  protected get filters(): Record<string, string | string[]> {
    const filters: Record<string, string | string[]> = {};
    for (const name of this.filterNames) {
      const value = this[name as keyof this] as string | string[] | undefined;
      if (value !== undefined) filters[name] = typeof value === 'string' ? value : distinct(value);
    }
    return filters;
  }

  /** The members of the subclass, in the order of its declarations. They exist before they have a value. */
  get filterNames(): string[] {
    const others = ['limit', 'cursor', ...(this.list.notFilters ?? [])];
    return Object.keys(this).filter((name) => !others.includes(name));
  }

  /** Limit as sent and filters, as `name=value`, for the links. */
  private get sent(): string[] {
    const sent = this.limit === undefined ? [] : [`limit=${this.limit}`];
    const { filters } = this;
    for (const name of Object.keys(filters)) {
      for (const value of [filters[name]!].flat()) sent.push(`${name}=${encodeURIComponent(value)}`);
    }
    return sent;
  }

  private nextLink(next: string): string {
    return this.link([...this.sent, `cursor=${this.cursorAt(next)}`], 'next');
  }

  private link(query: readonly string[], relation: string): string {
    return `<${this.list.path}${query.length > 0 ? `?${query.join('&')}` : ''}>; rel="${relation}"`;
  }
}

/** Returns the values as a set. A set of one value is that value, as a request that sends it once has it. */
function distinct(values: readonly string[]): string | string[] {
  const sorted = [...new Set(values)].sort();
  return sorted.length === 1 ? sorted[0]! : sorted;
}

function IsCursor(): PropertyDecorator {
  const validator = {
    validate: (_cursor: unknown, parameters?: ValidationArguments) => queryOf(parameters).after !== undefined,
    defaultMessage: (parameters?: ValidationArguments) => {
      const isLink = /[<>?]|cursor=/.test(String(parameters!.value));
      if (isLink) return 'cursor must be only the value of `cursor` in the Link header, without the rest of the link';
      const filters = queryOf(parameters).filterNames.join(' and ');
      return `cursor must be one that a page of this list gave, unchanged${filters && `, with the same ${filters}`}`;
    },
  };
  return ValidateBy({ name: 'isCursor', validator });
}

function queryOf(parameters: ValidationArguments | undefined): PageQuery<unknown> {
  return parameters!.object as PageQuery<unknown>;
}

/**
 * Encodes the position of the last item of a page as opaque text of the base64url alphabet.
 * @param scope text that identifies the list and its filters
 */
function encodeCursor(position: string, scope: string): string {
  const checksum = hash('sha256', `${scope} ${position}`, 'base64url').slice(0, checksumLength);
  return checksum + Buffer.from(position).toString('base64url');
}

/** Decodes the position. @returns undefined if `encodeCursor` did not create this text with this scope */
function decodeCursor(cursor: unknown, scope: string): string | undefined {
  if (typeof cursor !== 'string' || cursor.length > maxCursorLength) return undefined;
  const position = Buffer.from(cursor.slice(checksumLength), 'base64url').toString();
  return encodeCursor(position, scope) === cursor ? position : undefined;
}
