import { METHODS } from 'node:http';
import fc, { type Arbitrary } from 'fast-check';
import type { Request } from '../raw/keep-alive-client.ts';
import { anyJson } from './json.ts';
import { anyText } from './text.ts';

/** Headers that control the connection or the length of the body. With a wrong value, the server would wait for more bytes. */
const framing =
  /^(?:content-length|transfer-encoding|host|connection|upgrade|trailer|te|keep-alive|proxy-connection)$/i;

/** Any method except CONNECT, which opens a tunnel instead of returning a response. */
const method = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH') },
  fc.constantFrom(...METHODS.filter((name) => name !== 'CONNECT')),
);

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
const pieces = fc.array(piece, { maxLength: 4 });

/** Hosts of absolute request targets. Other hosts would only test Node's URL parser. */
const authority = fc.constantFrom('', 'pets', 'pets.example:80', '[::1]', 'rex@pets', '127.0.0.1:99999');

function requestTargets(knownPaths: readonly string[]): Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(...knownPaths),
    fc
      .tuple(fc.constantFrom(...knownPaths), fc.constantFrom('?', '/', ''), pieces)
      .map(([start, separator, rest]) => start + separator + rest.join('')),
    pieces.map((all) => `/${all.join('/')}`),
    fc.tuple(authority, fc.constantFrom('', ...knownPaths)).map(([host, rest]) => `http://${host}${rest}`),
  );
}

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

/**
 * Any HTTP request.
 * @param knownPaths paths that exist. Many requests are for them or for variants of them.
 */
export function anyRequest(knownPaths: readonly string[]): Arbitrary<Request> {
  return fc
    .tuple(method, requestTargets(knownPaths), headers, body)
    .map(([method, path, headers, body]) => ({ method, path, headers, ...(body !== undefined && { body }) }));
}
