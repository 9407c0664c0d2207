import { maxRequestIdLength, requestIdPattern } from '@petstore/http/context/request-context';
import { maxRateLimitSeconds, rateLimitPolicy, rateLimitState } from '@petstore/http/rate-limit/rate-limit';
import { acceptPatchHeaders } from '@petstore/http/nest/merge-patch';
import { defaultHeaders } from '@petstore/http/response/default-headers';
import type { Deprecation } from '@petstore/http/response/deprecation';
import { platformErrors } from '@petstore/http/response/platform-errors';

interface HeaderSchema {
  readonly type: 'string' | 'integer';
  readonly format?: string;
  readonly const?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface HeaderComponent {
  readonly description: string;
  /** Whether every response that documents the header has it. */
  readonly required: boolean;
  readonly schema: HeaderSchema;
  readonly example: string | number;
}

/** Maximum characters of a header value with paths. Clients can rely on it; real values are much shorter. */
const maxPathsLength = 2_048;

/** Maximum characters of a header value with names and numbers. Clients can rely on it; real values are much shorter. */
const maxTextLength = 255;

/** A date in a header: `Thu, 05 Dec 2030 00:00:00 GMT` (RFC 9110, section 5.6.7). */
const date = {
  maxLength: 29,
  pattern: '^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT$',
};

const text = (
  required: boolean,
  description: string,
  example: string,
  schema: Omit<HeaderSchema, 'type'>,
): HeaderComponent => ({ description, required, schema: { type: 'string', ...schema }, example });

/** Response headers of the platform, as components of the document. */
export const platformHeaders = {
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
    '</v1/items?limit=20&cursor=Nzc>; rel="next"',
    { maxLength: maxPathsLength },
  ),
  Location: text(true, 'Path of the created object.', '/v1/items/42', {
    format: 'uri-reference',
    maxLength: maxPathsLength,
  }),
  'WWW-Authenticate': text(
    true,
    'The authentication scheme (RFC 6750), with `error="invalid_token"` if the key is not valid.',
    platformErrors.missing_api_key.headers['WWW-Authenticate'],
    { maxLength: maxTextLength, pattern: '^Bearer(?: |$)' },
  ),
  'Retry-After': {
    description: 'Seconds to wait before a retry.',
    required: true,
    schema: { type: 'integer', format: 'int32', minimum: 0, maximum: maxRateLimitSeconds },
    example: Number(platformErrors.service_unavailable.headers['Retry-After']),
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
} satisfies Record<string, HeaderComponent>;

/** Response headers of the platform that only some applications send. The document describes them at each response. */
const rareHeaders: Readonly<Record<string, HeaderComponent>> = {
  'Accept-Patch': text(true, 'The media types of the body (RFC 5789).', acceptPatchHeaders['Accept-Patch'], {
    const: acceptPatchHeaders['Accept-Patch'],
  }),
};

/** Returns the header of an error response; undefined if the document does not list the header. */
export function errorHeader(name: string, required: boolean): HeaderReferences[string] | HeaderComponent | undefined {
  if (!isPlatformHeader(name)) return rareHeaders[name] && { ...rareHeaders[name], required };
  return required ? headerReference(name) : { ...platformHeaders[name], required };
}

/**
 * Returns the headers of deprecated operations, as components of the document.
 * @param deprecation deprecation whose headers are the examples
 */
export function deprecationHeaders(deprecation: Deprecation): Record<string, HeaderComponent> {
  const { headers: example } = deprecation;
  const successor = 'The operation to use instead (`rel="successor-version"`) and the documentation of the deprecation';
  return {
    Deprecation: text(
      true,
      'When the operation was deprecated, as `@` and seconds since 1970 (RFC 9745).',
      example.Deprecation,
      { maxLength: maxTextLength, pattern: '^@[0-9]+$' },
    ),
    Sunset: text(true, 'When the operation is to be removed (RFC 8594).', example.Sunset, date),
    DeprecationLink: text(true, `${successor} (\`rel="deprecation"\`).`, example.Link, { maxLength: maxPathsLength }),
  };
}

/** References to header components, by header name. */
export type HeaderReferences = Record<string, { readonly $ref: string }>;

/** References to header components that are named after their header. */
export function headerReferences(...names: string[]): HeaderReferences {
  return Object.fromEntries(names.map((name) => [name, headerReference(name)]));
}

/** References to the headers of every response of a deprecated operation. */
export const deprecationReferences: HeaderReferences = {
  ...headerReferences('Deprecation', 'Sunset'),
  Link: headerReference('DeprecationLink'),
};

function headerReference(component: string): HeaderReferences[string] {
  return { $ref: `#/components/headers/${component}` };
}

function isPlatformHeader(name: string): name is keyof typeof platformHeaders {
  return Object.hasOwn(platformHeaders, name);
}
