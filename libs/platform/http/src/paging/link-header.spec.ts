import { linkHeader } from './link-header.ts';

const links = (sent: Parameters<typeof linkHeader>[1], cursor?: string, next?: string) =>
  linkHeader('/v1/items', sent, cursor, next);

describe('linkHeader', () => {
  it('is undefined if the page is the only one', () => {
    expect(links({})).toBeUndefined();
    expect(links({ limit: '5', status: 'sold' })).toBeUndefined();
  });

  it('leads from the first page to the next, with the limit and filters of the request', () => {
    expect(links({ limit: undefined }, undefined, 'next')).toBe('</v1/items?cursor=next>; rel="next"');
    expect(links({ limit: '5', status: 'sold' }, undefined, 'next')).toBe(
      '</v1/items?limit=5&status=sold&cursor=next>; rel="next"',
    );
  });

  it('leads from a page in the middle to the next and to the first', () => {
    expect(links({ limit: '5' }, 'here', 'next')).toBe(
      '</v1/items?limit=5&cursor=next>; rel="next", </v1/items?limit=5>; rel="first"',
    );
  });

  it('leads from the last page to the first', () => {
    expect(links({}, 'here')).toBe('</v1/items>; rel="first"');
    expect(links({ status: 'sold' }, 'here')).toBe('</v1/items?status=sold>; rel="first"');
  });

  it('escapes the filters', () => {
    expect(links({ name: 'a b>;"é' }, 'here')).toBe('</v1/items?name=a%20b%3E%3B%22%C3%A9>; rel="first"');
  });
});
