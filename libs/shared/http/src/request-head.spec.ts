import { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { HttpRequest } from './request-context.ts';
import { bodyLength, headerValues, maxHeaders, singleHeader, validateRequestHead } from './request-head.ts';

type Field = readonly [name: string, value: string];

const host: Field = ['Host', 'pets'];

/** Creates a request, as Node's parser does for header fields that are sent once. */
function requestWith(fields: readonly Field[], url = '/v1/pets'): HttpRequest {
  return Object.assign(new HttpRequest(new Socket()), {
    url,
    httpVersion: '1.1',
    headers: Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), value])),
    rawHeaders: fields.flat(),
  });
}

/** Validates a head with this target. The tests of the service send the other parts of a head. */
function messageFor(url: string): string | undefined {
  const request = requestWith([host], url);
  return validateRequestHead(request, new ServerResponse(request))?.message;
}

it.each([
  'http://[::1/v1/pets',
  'http://pets:80:90/v1/pets',
  'http://',
  'http:/pets',
  'pets://::1',
  'pets:http://pets',
  'v1/pets',
  '**',
  '',
])('the request target must not be "%s"', (url) => {
  expect(messageFor(url)).toBe('The request target must be a path or a valid http URL.');
});

it.each([
  '/v1/pets',
  '//[::1/v1/pets',
  '*',
  'http://pets/v1/pets',
  'HTTPS://[::1]:80/v1/pets?limit=1',
  '/%f0%9f%90%88',
  '/v1/pets?cursor=%&x=?%',
  'http://pets?limit=%',
  'http://user%@pets/v1',
])('the request target may be %s', (url) => {
  expect(messageFor(url)).toBeUndefined();
});

it.each(['/v1/pets#top', '/v1/pets?limit=1#top', 'http://pets/#'])('a target has no fragment: %s', (url) => {
  expect(messageFor(url)).toBe('A # must be escaped, as %23.');
});

it.each(['/v1/pets/%', '/%ff', '/v1/http://%/pets', '/v1/%zz?limit=1', 'HTTPS://pets/%e0%a4'])(
  'a path is escaped UTF-8: %s',
  (url) => {
    expect(messageFor(url)).toBe('The path cannot be decoded: a % must begin an escaped UTF-8 byte.');
  },
);

it('the length of the body is its Content-Length, or Infinity if it is unknown', () => {
  expect(bodyLength(requestWith([host, ['Content-Length', '17']]))).toBe(17);
  expect(bodyLength(requestWith([host]))).toBe(0);
  expect(bodyLength(requestWith([host, ['Transfer-Encoding', 'chunked']]))).toBe(Infinity);
  const tooMany = Array.from({ length: maxHeaders + 1 }, (): Field => ['Content-Length', '17']);
  expect(bodyLength(requestWith(tooMany))).toBe(Infinity);
});

it('the values of a header are those of all fields of this name, in any case and in their order', () => {
  const request = requestWith([
    ['traceparent', '1'],
    ['X-Pet', 'Rex'],
    ['TraceParent', '2'],
    ['tracestates', '3'],
  ]);
  expect(headerValues(request, 'traceparent')).toEqual(['1', '2']);
  expect(headerValues(request, 'rex')).toEqual([]);
  expect(singleHeader(request, 'x-pet')).toBe('Rex');
  expect(singleHeader(request, 'traceparent')).toBeUndefined();
  expect(singleHeader(request, 'host')).toBeUndefined();
});
