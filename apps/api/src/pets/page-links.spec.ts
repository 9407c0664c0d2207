import { PetId } from '@petstore/pets-domain';
import { encodeCursor } from './cursor.ts';
import { pageLinks } from './page-links.ts';

const next = PetId.restore('42');
const links = (sent: Parameters<typeof pageLinks>[1], following?: PetId) => pageLinks('/v1/pets', sent, following);

describe('pageLinks', () => {
  it('has nothing to say of the only page', () => {
    expect(links({})).toBeUndefined();
    expect(links({ limit: '5', status: 'sold' })).toBeUndefined();
  });

  it('leads from the first page to the next, with the limit and status of the request', () => {
    expect(links({}, next)).toBe(`</v1/pets?cursor=${encodeCursor(next, undefined)}>; rel="next"`);
    expect(links({ limit: '5', status: 'sold' }, next)).toBe(
      `</v1/pets?limit=5&status=sold&cursor=${encodeCursor(next, 'sold')}>; rel="next"`,
    );
  });

  it('leads from a page in the middle to the next and to the first', () => {
    expect(links({ limit: '5', cursor: 'here' }, next)).toBe(
      `</v1/pets?limit=5&cursor=${encodeCursor(next, undefined)}>; rel="next", </v1/pets?limit=5>; rel="first"`,
    );
  });

  it('leads from the last page to the first alone', () => {
    expect(links({ cursor: 'here' })).toBe('</v1/pets>; rel="first"');
    expect(links({ status: 'sold', cursor: 'here' })).toBe('</v1/pets?status=sold>; rel="first"');
  });
});
