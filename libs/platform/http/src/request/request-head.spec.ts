import type { IncomingMessage, ServerResponse } from 'node:http';
import { validateRequestHead } from './request-head.ts';

const validate = (url: string) =>
  validateRequestHead(
    { url, httpVersion: '1.1', headers: { host: 'pets' }, rawHeaders: ['Host', 'pets'] } as IncomingMessage,
    {} as ServerResponse,
  );

it.each([
  'http://[::1/v1/pets',
  'http://pets:80:90/v1/pets',
  'http://pets:port/v1/pets',
  'http://',
  'pets://pets/v1/pets',
  'pets://::1',
])('rejects the target %s', (target) => {
  expect(validate(target)).toMatchObject({
    code: 'malformed_request',
    message: 'The request target must be a path or a valid http URL.',
  });
});

it.each(['/v1/pets', '//[::1/v1/pets', '*', 'http://pets/v1/pets', 'HTTPS://[::1]:80/v1/pets?limit=1'])(
  'accepts the target %s',
  (target) => {
    expect(validate(target)).toBeUndefined();
  },
);
