import { METHODS } from 'node:http';
import fc, { type Arbitrary } from 'fast-check';
import { operationsOf } from '@petstore/contract';
import { document } from '../document-watch.ts';
import type { Request } from './fast-client.ts';
import { anyJson } from './json.ts';

import { anyText } from './text.ts';

/** What frames a message: a lie there is no HTTP, and the other side would wait for what never comes. */
const framing =
  /^(?:content-length|transfer-encoding|host|connection|upgrade|trailer|te|keep-alive|proxy-connection)$/i;

/** CONNECT opens a tunnel and has no answer that a client of HTTP would read. */
const method = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'DELETE') },
  fc.constantFrom(...METHODS.filter((name) => name !== 'CONNECT')),
);

/** What may stand in an address, escaped or not. */
const piece = fc.oneof(
  fc.stringMatching(/^[!-~]{0,12}$/),
  anyText.map(encodeURIComponent),
  fc.constantFrom(
    '%',
    '%zz',
    '%00',
    '%2e%2e',
    '..',
    '.',
    '//',
    '\\',
    '?',
    '#',
    '&',
    '=',
    '[]',
    ';',
    '@',
    ':',
    '*',
    '1',
  ),
);
const known = [
  '/',
  '/docs',
  '/openapi.json',
  ...operationsOf(document).map(({ path }) => path.replace(/\{\w+\}/, '1')),
];
const pieces = fc.array(piece, { maxLength: 4 });
// Targets with a host; what else Node's reading of addresses makes of odd hosts is its own affair.
const authority = fc.constantFrom('', 'pets', 'pets.example:80', '[::1]', 'rex@pets', '127.0.0.1:99999');
const path = fc.oneof(
  fc.constantFrom(...known),
  fc
    .tuple(fc.constantFrom(...known), fc.constantFrom('?', '/', ''), pieces)
    .map(([start, by, rest]) => start + by + rest.join('')),
  pieces.map((all) => `/${all.join('/')}`),
  fc.tuple(authority, fc.constantFrom('', ...known)).map(([host, rest]) => `http://${host}${rest}`),
);

const headerName = fc.oneof(
  fc.constantFrom('Accept', 'Accept-Encoding', 'Authorization', 'Content-Encoding', 'Content-Type', 'Cookie', 'Expect'),
  fc.constantFrom('If-None-Match', 'If-Modified-Since', 'Range', 'Origin', 'Idempotency-Key', 'X-HTTP-Method-Override'),
  fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,20}$/).filter((name) => !framing.test(name)),
);
const headerValue = fc.oneof(
  fc.stringMatching(/^[\t -~\u0080-\u00ff]{0,30}$/),
  fc.constantFrom('*/*', 'bytes=0-', '*', 'application/json', 'application/json; charset', '100-continue', 'gzip'),
);
const headers = fc
  .array(fc.tuple(headerName, fc.oneof(headerValue, fc.array(headerValue, { minLength: 2, maxLength: 3 }))), {
    maxLength: 4,
  })
  .map((entries): NonNullable<Request['headers']> => Object.fromEntries(entries));

const body = fc.oneof(
  fc.constant(undefined),
  anyJson,
  anyText,
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);

/** Anything at all that is HTTP. */
export const garbage: Arbitrary<Request> = fc
  .tuple(method, path, headers, body)
  .map(([method, path, headers, body]) => ({ method, path, headers, ...(body !== undefined && { body }) }));
