import { Deprecation } from './deprecation.ts';

it('computes the headers and the date of the removal as text', () => {
  const { headers, sunsetDate } = new Deprecation({
    since: new Date('2026-11-20T00:00:00Z'),
    sunset: new Date('2030-12-05T00:00:00Z'),
    successor: '/v1/trees',
    documentation: '/docs#/trees/getTree',
  });
  expect(sunsetDate).toBe('2030-12-05');
  expect(headers).toEqual({
    Deprecation: '@1795132800',
    Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
    Link: '</v1/trees>; rel="successor-version", </docs#/trees/getTree>; rel="deprecation"; type="text/html"',
  });
});
