import { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Int64, InvalidValue } from '@petstore/kernel';
import { HttpRequest } from './request-context.ts';
import { integerParameter, maxCursorLength, PageQueryPipe } from './paging.ts';
import { RequestError } from './errors.ts';

function colourOf(value: unknown): 'red' | 'blue' {
  if (value === 'red' || value === 'blue') return value;
  throw new InvalidValue('invalid_colour', 'colour', value, 'red or blue');
}

function sizeOf(value: unknown): Int64 {
  const decimal = Int64.fromValue(value);
  if (decimal === undefined) throw new InvalidValue('invalid_size', 'size', value, `an integer from ${Int64.range}`);
  return decimal;
}

const list = {
  path: '/v1/items',
  filters: { colour: colourOf, size: (sent: unknown) => sizeOf(integerParameter(sent)) },
  parsePosition: (text: string) => Int64.fromText(text),
};
const pipe = new PageQueryPipe(list);
const unfiltered = new PageQueryPipe({ path: '/v1/notes', filters: {}, parsePosition: (text) => text });

type Sent = Record<string, string | string[]>;

/** Returns the `Link` header that a call sets. */
function linkOf(set: (response: ServerResponse) => void): unknown {
  const response = new ServerResponse(new HttpRequest(new Socket()));
  set(response);
  return response.getHeader('Link');
}

/**
 * Returns the `Link` header of a page.
 * @param query parameters of the request; `cursor` is the position instead of the encoded cursor
 * @param next position of the last item; in the returned header it replaces the encoded cursor
 */
function links(query: Record<string, string>, next?: string): unknown {
  const { cursor: position, ...sent } = query;
  const page = pipe.transform(sent);
  const cursor = position === undefined ? {} : { cursor: page.cursorAt(position) };
  const header = linkOf((response) => pipe.transform({ ...sent, ...cursor }).setLinks(response, next));
  return next === undefined ? header : String(header).replace(page.cursorAt(next), next);
}

function errorMessageOf(query: Sent, { transform }: { transform(sent: Sent): unknown } = bound(pipe)): unknown {
  try {
    return transform(query);
  } catch (error) {
    if (error instanceof RequestError && error.code === 'invalid_parameter') return error.message;
    throw error;
  }
}

const bound = (each: { transform(sent: Sent): unknown }) => ({ transform: (sent: Sent) => each.transform(sent) });

describe('PageQueryPipe', () => {
  it('returns the default limit, no filters and no position without parameters', () => {
    const { limit, ...others } = pipe.transform({}).query;
    expect([limit.count, others]).toEqual([20, { after: undefined }]);
  });

  it('parses limit, filters and the position in the cursor, and ignores other parameters', () => {
    const sent = { limit: '5', colour: 'red', size: '9223372036854775807' };
    const cursor = pipe.transform(sent).cursorAt('42');
    const { limit, ...others } = pipe.transform({ ...sent, limit: '7', cursor, other: 'x' }).query;
    expect([limit.count, others]).toEqual([7, { colour: 'red', size: '9223372036854775807', after: '42' }]);
  });

  it('accepts a cursor only with the same list and filters', () => {
    const cursor = pipe.transform({ colour: 'red', size: '1' }).cursorAt('42');
    const message = 'cursor must be one that a page of this list gave, unchanged, with the same colour and size.';
    for (const filters of [{}, { colour: 'red' }, { colour: 'blue', size: '1' }, { colour: 'red', size: '2' }]) {
      expect(errorMessageOf({ ...filters, cursor })).toBe(message);
    }
    expect(errorMessageOf({ cursor: unfiltered.transform({}).cursorAt('42') })).toBe(message);
    const unfilteredMessage = 'cursor must be one that a page of this list gave, unchanged.';
    expect(errorMessageOf({ cursor }, bound(unfiltered))).toBe(unfilteredMessage);
  });

  it.each([
    '</v1/items?limit=5&cursor=Zzxo92B1Nzc>; rel="next"',
    '/v1/items?cursor=Zzxo92B1Nzc',
    'cursor=Zzxo92B1Nzc',
    ['</v1/items?limit=5', 'Zzxo92B1Nzc>; rel="next"'],
  ])('says that only the value is meant, for the cursor %j, which is a link', (cursor) => {
    expect(errorMessageOf({ cursor })).toBe(
      'cursor must be only the value of `cursor` in the Link header, without the rest of the link.',
    );
  });

  it('accepts a cursor with other filters if the list defines the scope of its cursors without them', () => {
    const ordered = new PageQueryPipe({ ...list, cursorScope: ({ size }) => `items of size ${size}` });
    const cursor = ordered.transform({ colour: 'red', size: '1' }).cursorAt('42');
    expect(ordered.transform({ colour: 'blue', size: '1', cursor }).query.after).toBe('42');
    expect(() => ordered.transform({ colour: 'red', size: '2', cursor })).toThrow(RequestError);
  });

  it('rejects a cursor with a position that no item can have', () => {
    expect(errorMessageOf({ cursor: pipe.transform({}).cursorAt('042') })).toMatch(/^cursor must be/);
  });

  it('reports all errors together, and rejects repeated parameters', () => {
    const message =
      'limit must be an integer from 1 to 100; colour must be red or blue; ' +
      `size must be an integer from ${Int64.range}; ` +
      'cursor must be one that a page of this list gave, unchanged, with the same colour and size.';
    expect(errorMessageOf({ limit: '0', colour: 'green', size: '1.0', cursor: 'x' })).toBe(message);
    const twice = (text: string) => [text, text];
    const repeated = { limit: twice('5'), colour: twice('red'), size: twice('1'), cursor: twice('x') };
    expect(errorMessageOf(repeated)).toBe(message);
  });
});

describe('the Link header', () => {
  it('is absent if the page is the only one', () => {
    expect(links({ limit: '5', colour: 'red' })).toBeUndefined();
  });

  it.each([
    [{}, 'next', '</v1/items?cursor=next>; rel="next"'],
    [{ limit: '5', colour: 'red', size: '1' }, 'next', '</v1/items?limit=5&colour=red&size=1&cursor=next>; rel="next"'],
    [
      { limit: '5', cursor: '42' },
      'next',
      '</v1/items?limit=5&cursor=next>; rel="next", </v1/items?limit=5>; rel="first"',
    ],
    [{ colour: 'red', cursor: '42' }, undefined, '</v1/items?colour=red>; rel="first"'],
  ])(
    'of %j leads to the next page and to the first, with the limit and filters of the request',
    (query, next, header) => {
      expect(links(query as unknown as Record<string, string>, next)).toBe(header);
    },
  );

  it('of a list without an end leads to the next page only', () => {
    const page = unfiltered.transform({ limit: '5' });
    const link = `</v1/notes?limit=5&cursor=${page.cursorAt('42')}>; rel="next"`;
    expect(linkOf((response) => page.setNextLink(response, '42'))).toBe(link);
  });

  it('escapes the filters', () => {
    const named = new PageQueryPipe({
      path: '/v1/items',
      filters: { name: (sent: unknown) => sent },
      parsePosition: (text) => text,
    });
    const sent = { name: 'a b>;"é' };
    const page = named.transform({ ...sent, cursor: named.transform(sent).cursorAt('42') });
    const link = '</v1/items?name=a%20b%3E%3B%22%C3%A9>; rel="first"';
    expect(linkOf((response) => page.setLinks(response, undefined))).toBe(link);
  });
});

it('a cursor has at most the maximum length', () => {
  const page = unfiltered.transform({});
  const longest = 'x'.repeat(378);
  const cursor = page.cursorAt(longest);
  expect(cursor).toHaveLength(maxCursorLength);
  expect(unfiltered.transform({ cursor }).query.after).toBe(longest);
  expect(() => page.cursorAt(`${longest}x`)).toThrow(RangeError);
});

it.each([
  ['shortened', (cursor: string) => cursor.slice(0, -1)],
  ['extended', (cursor: string) => `${cursor}A`],
  ['changed', (cursor: string) => (cursor.startsWith('A') ? 'B' : 'A') + cursor.slice(1)],
  ['padded', (cursor: string) => `${cursor}==`],
  ['empty', () => ''],
])('a cursor is invalid if it was %s', (_, damage) => {
  expect(errorMessageOf({ cursor: damage(pipe.transform({}).cursorAt('42')) })).toMatch(/^cursor must be one that/);
});
