import { maxHeaderSize } from 'node:http';
import { maxRequestIdLength, requestIdFormat, requestIdPattern } from '@petstore/edge/request-state';
import { acceptPatchHeaders } from '@petstore/http/json/json-body.guard';
import { maxRateLimitSeconds, rateLimitPolicy, rateLimitState } from '@petstore/http/rate-limit.guard';
import { defaultHeaders } from '@petstore/edge/default-headers';

/** Maximum characters of a header value with paths. Clients can rely on it; real values are much shorter. */
const maxPathsLength = 2_048;

/** Maximum characters of a header value with names and numbers. Clients can rely on it; real values are much shorter. */
const maxTextLength = 255;

/** A string header. `required` says whether every response that documents the header has it. */
function text(required: boolean, description: string, example: string, schema: object) {
  return { description, required, schema: { type: 'string', ...schema }, example };
}

/** Response headers that several operations have, as components of the document. */
export const headerComponents = {
  'X-Request-Id': text(
    true,
    'Identifies the request in the log of the service. It is the id that you sent, if that was valid.',
    '01f23dba-d7dc-4eba-95a9-12e2f77bcb01',
    { maxLength: maxRequestIdLength, pattern: requestIdPattern },
  ),
  'Cache-Control': text(true, 'No cache may store the response.', defaultHeaders['Cache-Control'], {
    const: defaultHeaders['Cache-Control'],
  }),
  Link: text(
    false,
    'Paths of other pages (RFC 8288): `rel="next"`, absent on the last page, and `rel="first"`, absent on the first page.',
    '</v1/pets?limit=20&cursor=be9xxIv9Nzc>; rel="next"',
    { maxLength: maxPathsLength },
  ),
  Location: text(true, 'Path of what the request created.', '/v1/pets/1', {
    format: 'uri-reference',
    maxLength: maxPathsLength,
  }),
  'WWW-Authenticate': text(
    true,
    'The authentication scheme (RFC 6750), with `error="invalid_token"` if the key is not valid.',
    'Bearer realm="petstore"',
    { maxLength: maxTextLength, pattern: '^Bearer(?: |$)' },
  ),
  'Retry-After': {
    description: 'Seconds to wait before a retry.',
    required: true,
    schema: { type: 'integer', format: 'int32', minimum: 0, maximum: maxRateLimitSeconds },
    example: 1,
  },
  'RateLimit-Policy': text(
    false,
    'Requests (`q`) that an API key may send in `w` seconds, by draft-ietf-httpapi-ratelimit-headers-11. Absent if ' +
      'there is no limit, and if the request was refused before it was counted.',
    rateLimitPolicy({ requests: 100, seconds: 60 }),
    { maxLength: maxTextLength },
  ),
  RateLimit: text(
    false,
    'Requests (`r`) that the API key may still send in the next `t` seconds, by the same draft. Absent if ' +
      '`RateLimit-Policy` is absent.',
    rateLimitState(42, 17),
    { maxLength: maxTextLength },
  ),
  Deprecation: text(
    true,
    'When the operation was deprecated, as `@` and seconds since 1970 (RFC 9745).',
    '@1795132800',
    { maxLength: maxTextLength, pattern: '^@[0-9]+$' },
  ),
  Sunset: text(true, 'When the operation is to be removed (RFC 8594).', 'Thu, 05 Dec 2030 00:00:00 GMT', {
    maxLength: 29,
    // A date of RFC 9110, section 5.6.7.
    pattern: '^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT$',
  }),
  DeprecationLink: text(
    true,
    'The operation to use instead (`rel="successor-version"`) and the documentation of the deprecation (`rel="deprecation"`).',
    '</v1/pets>; rel="successor-version", </docs#/pets/getPet>; rel="deprecation"; type="text/html"',
    { maxLength: maxPathsLength },
  ),
};

/** The header of a response that contains one animal. Not a component, because the stable document must not have it. */
export const entityTagHeader = text(
  true,
  'The version of the animal (RFC 9110), for `If-Match`. Each change raises it. A proxy that compresses changes the tag: send it as you ' +
    'received it, without reading it.',
  '"3"',
  { maxLength: maxTextLength },
);

export const acceptPatch = text(true, 'The media types of the body (RFC 5789).', acceptPatchHeaders['Accept-Patch'], {
  const: acceptPatchHeaders['Accept-Patch'],
});

export const requestIdParameter = {
  name: 'X-Request-Id',
  in: 'header' as const,
  description:
    `An id for this request, ${requestIdFormat}. The response and the log of the service contain it. ` +
    'If the header is sent twice or has another form, the service generates an id.',
  required: false,
  // The service replaces an invalid value and does not refuse it, so the only limit is that of all headers.
  schema: { type: 'string', maxLength: maxHeaderSize, examples: ['checkout-7f3a'] },
};

export function headerReference(component: string): { readonly $ref: string } {
  return { $ref: `#/components/headers/${component}` };
}

/** References to header components that are named after their header. */
export function headerReferences(...names: readonly string[]): Record<string, { readonly $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, headerReference(name)]));
}
