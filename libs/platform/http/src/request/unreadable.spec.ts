import type { Request } from 'express';
import { faultOf } from './unreadable.ts';

/** A request whose path Express has not read yet: it calls `url.parse` for every target that does not begin with `/`. */
function requestFor(url: string) {
  const readPath = jest.fn(() => '/v1/pets');
  const request = { url, httpVersion: '1.1', headersDistinct: { host: ['pets'] } };
  Object.defineProperty(request, 'path', { get: readPath });
  return { request: request as unknown as Request, readPath };
}

it.each([
  'http://[::1/v1/pets',
  'http://pets:80:90/v1/pets',
  'http://pets:port/v1/pets',
  'http://',
  'pets://pets/v1/pets',
  'pets://::1',
])('refuses the target %s before url.parse could read it', (target) => {
  const { request, readPath } = requestFor(target);
  expect(faultOf(request)).toMatchObject({
    code: 'malformed_request',
    message: 'The request target must be a path or a valid http URL.',
  });
  expect(readPath).not.toHaveBeenCalled();
});

it.each(['/v1/pets', '//[::1/v1/pets', '*', 'http://pets/v1/pets', 'HTTPS://[::1]:80/v1/pets?limit=1'])(
  'accepts the target %s',
  (target) => {
    expect(faultOf(requestFor(target).request)).toBeUndefined();
  },
);
