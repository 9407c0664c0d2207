import { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { Int64, InvalidValue } from '@petstore/kernel';
import { HttpRequest } from '../context/request-context.ts';
import { RequestError } from '../response/request-error.ts';
import { defineList, integerParameter, PageParameters, PageRequest } from './page-request.ts';

const Colour = {
  allowed: 'red or blue',
  of(value: unknown): 'red' | 'blue' {
    if (value === 'red' || value === 'blue') return value;
    throw new InvalidValue('invalid_colour', 'colour', value, Colour.allowed);
  },
};

const Size = {
  allowed: `an integer from ${Int64.range}`,
  of(value: unknown): Int64 {
    const decimal = Int64.fromValue(value);
    if (decimal === undefined) throw new InvalidValue('invalid_size', 'size', value, Size.allowed);
    return decimal;
  },
};

const list = defineList({
  path: '/v1/items',
  filters: { colour: Colour, size: integerParameter(Size) },
  parsePosition: (text) => Int64.fromText(text),
});
const unfiltered = defineList({ path: '/v1/notes', filters: {}, parsePosition: (text) => text });

const AnyText = { allowed: 'a text', of: (value: unknown) => value as string };

/**
 * Returns the `Link` header of a page.
 * @param query parameters of the request; `cursor` is the position instead of the encoded cursor
 * @param next position of the last item; in the returned header it replaces the encoded cursor
 */
const links = (query: Record<string, string>, next?: string) => {
  const { cursor: position, ...sent } = query;
  const page = PageRequest.parse(list, sent);
  const cursor = position === undefined ? {} : { cursor: page.cursorAt(position) };
  const header = PageRequest.parse(list, { ...sent, ...cursor }).linkHeader(next);
  return next === undefined ? header : header?.replace(page.cursorAt(next), next);
};

const errorMessageOf = (
  query: Record<string, string | string[]>,
  definition: typeof list | typeof unfiltered = list,
) => {
  try {
    return PageRequest.parse<object, string>(definition, query);
  } catch (error) {
    if (error instanceof RequestError && error.code === 'invalid_parameter') return error.message;
    throw error;
  }
};

describe('PageRequest', () => {
  it('has the default limit, no filters and no position without parameters', () => {
    const { limit, filters, position } = PageRequest.parse(list, {});
    expect([limit.count, filters, position]).toEqual([20, {}, undefined]);
  });

  it('parses limit, filters and the position in the cursor', () => {
    const sent = { limit: '5', colour: 'red', size: '9223372036854775807' };
    const cursor = PageRequest.parse(list, sent).cursorAt('42');
    const { limit, filters, position } = PageRequest.parse(list, { ...sent, limit: '7', cursor, other: 'x' });
    expect([limit.count, filters, position]).toEqual([7, { colour: 'red', size: '9223372036854775807' }, '42']);
  });

  it('accepts a cursor only with the same list and filters', () => {
    const cursor = PageRequest.parse(list, { colour: 'red', size: '1' }).cursorAt('42');
    const message = 'cursor must be one that a page of this list gave, unchanged, with the same colour and size.';
    for (const filters of [{}, { colour: 'red' }, { colour: 'blue', size: '1' }, { colour: 'red', size: '2' }]) {
      expect(errorMessageOf({ ...filters, cursor })).toBe(message);
    }
    const noteCursor = PageRequest.parse(unfiltered, {}).cursorAt('42');
    expect(errorMessageOf({ cursor: noteCursor })).toBe(message);
    expect(errorMessageOf({ cursor }, unfiltered)).toBe('cursor must be one that a page of this list gave, unchanged.');
  });

  it('accepts a cursor with other filters if the list defines the scope of its cursors without them', () => {
    const ordered = defineList({ ...list, cursorScope: ({ size }) => `items of size ${size}` });
    const cursor = PageRequest.parse(ordered, { colour: 'red', size: '1' }).cursorAt('42');
    expect(PageRequest.parse(ordered, { colour: 'blue', size: '1', cursor }).position).toBe('42');
    expect(() => PageRequest.parse(ordered, { colour: 'red', size: '2', cursor })).toThrow(RequestError);
  });

  it('rejects a cursor with a position that no item can have', () => {
    const cursor = PageRequest.parse(list, {}).cursorAt('042');
    expect(errorMessageOf({ cursor })).toMatch(/^cursor must be/);
  });

  it('does not parse the position of a damaged cursor', () => {
    const parsePosition = jest.fn((text: string) => text);
    const counted = defineList({ path: '/v1/items', filters: {}, parsePosition });
    const cursor = PageRequest.parse(counted, {}).cursorAt('42');
    expect(() => PageRequest.parse(counted, { cursor: `${cursor}x` })).toThrow(RequestError);
    expect(parsePosition).not.toHaveBeenCalled();
  });

  it('reports all errors together, and rejects repeated parameters', () => {
    const message =
      'limit must be an integer from 1 to 100; colour must be red or blue; ' +
      `size must be an integer from ${Int64.range}; ` +
      'cursor must be one that a page of this list gave, unchanged, with the same colour and size.';
    expect(errorMessageOf({ limit: '0', colour: 'green', size: '1.0', cursor: 'x' })).toBe(message);
    const twice = (text: string) => [text, text];
    expect(errorMessageOf({ limit: twice('5'), colour: twice('red'), size: twice('1'), cursor: twice('x') })).toBe(
      message,
    );
  });

  it('has no link if the page is the only one', () => {
    expect(links({})).toBeUndefined();
    expect(links({ limit: '5', colour: 'red' })).toBeUndefined();
  });

  it('links from the first page to the next, with the limit and filters of the request', () => {
    expect(links({}, 'next')).toBe('</v1/items?cursor=next>; rel="next"');
    expect(links({ limit: '5', colour: 'red', size: '1' }, 'next')).toBe(
      '</v1/items?limit=5&colour=red&size=1&cursor=next>; rel="next"',
    );
  });

  it('links from a page in the middle to the next and to the first', () => {
    expect(links({ limit: '5', cursor: '42' }, 'next')).toBe(
      '</v1/items?limit=5&cursor=next>; rel="next", </v1/items?limit=5>; rel="first"',
    );
  });

  it('links from the last page to the first', () => {
    expect(links({ cursor: '42' })).toBe('</v1/items>; rel="first"');
    expect(links({ colour: 'red', cursor: '42' })).toBe('</v1/items?colour=red>; rel="first"');
  });

  it('escapes the filters', () => {
    const named = defineList({ path: '/v1/items', filters: { name: AnyText }, parsePosition: (text) => text });
    const sent = { name: 'a b>;"é' };
    const page = PageRequest.parse(named, { ...sent, cursor: PageRequest.parse(named, sent).cursorAt('42') });
    expect(page.linkHeader(undefined)).toBe('</v1/items?name=a%20b%3E%3B%22%C3%A9>; rel="first"');
  });
});

describe('the Link header of a response', () => {
  const page = PageRequest.parse(list, {});
  let response: ServerResponse;

  beforeEach(() => {
    response = new ServerResponse(new HttpRequest(new Socket()));
  });

  it('is set if there is another page', () => {
    page.setLinkHeader(response, '42');
    expect(response.getHeader('Link')).toBe(page.linkHeader('42'));
  });

  it('is absent if the page is the only one', () => {
    page.setLinkHeader(response, undefined);
    expect(response.getHeaderNames()).toEqual([]);
  });
});

it('PageParameters passes the parsed query of the request to the method of the controller', () => {
  class Controller {
    list(@PageParameters(list) page: unknown): unknown {
      return page;
    }
  }
  const [{ data, factory }] = Object.values(
    Reflect.getMetadata(ROUTE_ARGS_METADATA, Controller, 'list') as Record<string, RouteArgument>,
  ) as [RouteArgument];
  const query = { limit: '7', colour: 'red' };
  const request = Object.assign(new HttpRequest(new Socket()), { query });
  expect(factory(data, new ExecutionContextHost([request]))).toEqual(PageRequest.parse(list, query));
});

interface RouteArgument {
  readonly data: unknown;
  readonly factory: (data: unknown, context: ExecutionContext) => unknown;
}
