import { findLinkTarget } from './link-header.ts';

it.each([
  ['</v1/pets?limit=2&cursor=abc>; rel="next"', '/v1/pets?limit=2&cursor=abc'],
  ['</v1/pets?cursor=b>; rel="next", </v1/pets>; rel="first"', '/v1/pets?cursor=b'],
  ['</v1/pets>; rel="first", </v1/pets?cursor=b>; rel="next"', '/v1/pets?cursor=b'],
  ['<a>; rel=first,<b>;rel=next', 'b'],
  ['<a,b;c>; rel="next"', 'a,b;c'],
  ['<a>; title="x, <b>; rel=next"; REL="last next"', 'a'],
  ['<a>; rel="NEXT"', 'a'],
  ['<a>; anchor; rel = "next"', 'a'],
  ['<a>; rel="first", <b>; rel="next", <c>; rel="next"', 'b'],
  ['<>; rel="next"', ''],
])('finds the next page in %s', (header, target) => {
  expect(findLinkTarget('next', header)).toBe(target);
});

it.each([
  null,
  '',
  'next',
  '</v1/pets>; rel="first"',
  '</v1/pets>',
  '<a>; rel="nextish"',
  '<a>; notrel="next"',
  '<a>; title="; rel=next"',
  '<a>; title="\\"; rel=next"',
])('finds no next page in %p', (header) => {
  expect(findLinkTarget('next', header)).toBeUndefined();
});
