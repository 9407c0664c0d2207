import type { Type } from '@nestjs/common';
import { Int64, Int64Id } from '@petstore/kernel';
import { Allow, IsIn } from 'class-validator';
import { RequestState } from '@petstore/edge/request-state';
import { maxCursorLength, PageQuery, type List } from './paging.ts';
import { DtoValidationPipe } from './validation.pipe.ts';
import { IsInt64Text, MayBeAbsent, mustBe } from './validators.ts';

class ItemsQuery extends PageQuery<Int64> {
  @MayBeAbsent()
  @IsIn(['red', 'blue'], mustBe('red or blue'))
  readonly colour?: string;

  @MayBeAbsent()
  @IsInt64Text()
  readonly size?: string;

  get list(): List<Int64> {
    return { path: '/v1/items', parsePosition: (text) => Int64.fromText(text) };
  }
}

class OrderedItemsQuery extends ItemsQuery {
  override get list(): List<Int64> {
    return { ...super.list, cursorScope: ({ size }) => `items of size ${size}` };
  }
}

class NotesQuery extends PageQuery<string> {
  @Allow()
  readonly name?: string;

  get list(): List<string> {
    return { path: '/v1/notes', parsePosition: (text) => text };
  }
}

type Sent = Record<string, string | string[]>;

const pipe = new DtoValidationPipe();

/** Validates a query as Nest does. */
async function validate<Query>(query: Sent, metatype: Type<Query>): Promise<Query> {
  return pipe.transform(query, { type: 'query', metatype }) as Query;
}

const items = (query: Sent) => validate(query, ItemsQuery);
const notes = (query: Sent) => validate(query, NotesQuery);

/** Returns the `Link` header that a call sets. */
function linkOf(set: (state: RequestState) => void): unknown {
  const state = new RequestState();
  set(state);
  return state.headers['Link'];
}

/**
 * Returns the `Link` header of a page.
 * @param query parameters of the request; `cursor` is the position instead of the encoded cursor
 * @param next position of the last item; in the returned header it replaces the encoded cursor
 */
async function links(query: Record<string, string>, next?: string): Promise<unknown> {
  const { cursor: position, ...sent } = query;
  const page = await items(sent);
  const cursor = position === undefined ? {} : { cursor: page.cursorAt(position) };
  const withCursor = await items({ ...sent, ...cursor });
  const header = linkOf((state) => withCursor.setLinks(state, next));
  return next === undefined ? header : String(header).replace(page.cursorAt(next), next);
}

async function expectRefused(query: Sent, message: string | RegExp, metatype: Type = ItemsQuery): Promise<void> {
  const error = await validate(query, metatype).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'invalid_parameter', message: expect.stringMatching(message) });
}

describe('PageQuery', () => {
  it('has the default limit, no filters and no position without parameters', async () => {
    const query = await items({});
    expect([query.page.limit.count, query.page.after, query.colour]).toEqual([20, undefined, undefined]);
  });

  it('has limit, filters and the position in the cursor, and ignores other parameters', async () => {
    const sent = { limit: '5', colour: 'red', size: '9223372036854775807' };
    const cursor = (await items(sent)).cursorAt('42');
    const { page, colour, size, ...others } = await items({ ...sent, limit: '7', cursor, other: 'x' });
    expect([page.limit.count, page.after, colour, size]).toEqual([7, '42', 'red', '9223372036854775807']);
    expect(others).not.toHaveProperty('other');
  });

  it('accepts a cursor only with the same list and filters', async () => {
    const cursor = (await items({ colour: 'red', size: '1' })).cursorAt('42');
    const message = 'cursor must be one that a page of this list gave, unchanged, with the same colour and size.';
    for (const filters of [{}, { colour: 'red' }, { colour: 'blue', size: '1' }, { colour: 'red', size: '2' }]) {
      await expectRefused({ ...filters, cursor }, message);
    }
    await expectRefused({ cursor: (await notes({})).cursorAt('42') }, message);
    await expectRefused({ cursor }, 'cursor must be one that a page of this list gave, unchanged', NotesQuery);
  });

  it.each([
    '</v1/items?limit=5&cursor=Zzxo92B1Nzc>; rel="next"',
    '/v1/items?cursor=Zzxo92B1Nzc',
    'cursor=Zzxo92B1Nzc',
    ['</v1/items?limit=5', 'Zzxo92B1Nzc>; rel="next"'],
  ])('says that only the value is meant, for the cursor %j, which is a link', (cursor) =>
    expectRefused(
      { cursor },
      'cursor must be only the value of `cursor` in the Link header, without the rest of the link.',
    ),
  );

  it('accepts a cursor with other filters if the list defines the scope of its cursors without them', async () => {
    const cursor = (await validate({ colour: 'red', size: '1' }, OrderedItemsQuery)).cursorAt('42');
    expect((await validate({ colour: 'blue', size: '1', cursor }, OrderedItemsQuery)).page.after).toBe('42');
    await expectRefused({ colour: 'red', size: '2', cursor }, /^cursor must be/, OrderedItemsQuery);
  });

  it.each([308, 512, 513])('rejects a damaged cursor of %i characters', async (length) => {
    await expectRefused({ cursor: 'A'.repeat(8) + '_'.repeat(length - 8) }, /^cursor must be/);
  });

  it('rejects a cursor with a position that no item can have', async () => {
    await expectRefused({ cursor: (await items({})).cursorAt('042') }, /^cursor must be/);
  });

  it.each(['0', '101', '05', '1e1', '1.0', '-1', '+1', ' 1', '1\n', '', '\u0661'])('rejects the limit %j', (limit) =>
    expectRefused({ limit }, 'limit must be an integer from 1 to 100.'),
  );

  it('accepts each limit from 1 to 100', async () => {
    for (let limit = 1; limit <= 100; limit++)
      expect((await items({ limit: String(limit) })).page.limit.count).toBe(limit);
  });

  it('reports all errors together, and rejects repeated parameters', async () => {
    const message =
      `colour must be red or blue; size must be ${Int64Id.allowed}; limit must be an integer from 1 to 100; ` +
      'cursor must be one that a page of this list gave, unchanged, with the same colour and size.';
    await expectRefused({ limit: '0', colour: 'green', size: '1.0', cursor: 'x' }, message);
    const twice = (text: string) => [text, text];
    await expectRefused({ limit: twice('5'), colour: twice('red'), size: twice('1'), cursor: twice('x') }, message);
  });
});

describe('the Link header', () => {
  it('is absent if the page is the only one', async () => {
    expect(await links({ limit: '5', colour: 'red' })).toBeUndefined();
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
    async (query, next, header) => {
      expect(await links(query as unknown as Record<string, string>, next)).toBe(header);
    },
  );

  it('of a list without an end leads to the next page only', async () => {
    const query = await notes({ limit: '5' });
    const link = `</v1/notes?limit=5&cursor=${query.cursorAt('42')}>; rel="next"`;
    expect(linkOf((state) => query.setNextLink(state, '42'))).toBe(link);
  });

  it('escapes the filters', async () => {
    const sent = { name: 'a b>;"é' };
    const query = await notes({ ...sent, cursor: (await notes(sent)).cursorAt('42') });
    const link = '</v1/notes?name=a%20b%3E%3B%22%C3%A9>; rel="first"';
    expect(linkOf((state) => query.setLinks(state, undefined))).toBe(link);
  });
});

it('a cursor has at most the maximum length', async () => {
  const query = await notes({});
  const longest = 'x'.repeat(378);
  const cursor = query.cursorAt(longest);
  expect(cursor).toHaveLength(maxCursorLength);
  expect((await notes({ cursor })).page.after).toBe(longest);
  expect(() => query.cursorAt(`${longest}x`)).toThrow(RangeError);
});

it.each([
  ['shortened', (cursor: string) => cursor.slice(0, -1)],
  ['extended', (cursor: string) => `${cursor}A`],
  ['changed', (cursor: string) => (cursor.startsWith('A') ? 'B' : 'A') + cursor.slice(1)],
  ['padded', (cursor: string) => `${cursor}==`],
  ['empty', () => ''],
])('a cursor is invalid if it was %s', async (_, damage) => {
  await expectRefused({ cursor: damage((await items({})).cursorAt('42')) }, /^cursor must be one that/);
});
