import { rateLimitPolicy, rateLimitState } from '@petstore/http/rate-limit/rate-limit';
import type { Deprecation } from '@petstore/http/response/deprecation';
import { platformErrors } from '@petstore/http/response/platform-errors';

export interface HeaderComponent {
  readonly description: string;
  /** Whether every response that documents the header has it. */
  readonly required: boolean;
  readonly schema: { readonly type: string; readonly format?: string; readonly minimum?: number };
  readonly example: string | number;
}

const text = (required: boolean, description: string, example: string, format?: string): HeaderComponent => ({
  description,
  required,
  schema: { type: 'string', ...(format && { format }) },
  example,
});

/** Response headers of the platform, as components of the document. */
export const platformHeaders = {
  'X-Request-Id': text(
    true,
    'Identifies the request in the log of the service. It is the id that you sent, if that was valid.',
    '01f23dba-d7dc-4eba-95a9-12e2f77bcb01',
  ),
  Link: text(
    false,
    'Paths of other pages (RFC 8288): `rel="next"`, absent on the last page, and `rel="first"`, absent on the first page.',
    '</v1/items?limit=20&cursor=Nzc>; rel="next"',
  ),
  Location: text(true, 'Path of the created object.', '/v1/items/42', 'uri-reference'),
  'WWW-Authenticate': text(
    true,
    'The authentication scheme (RFC 6750), with `error="invalid_token"` if the key is not valid.',
    platformErrors.missing_api_key.headers['WWW-Authenticate'],
  ),
  'Retry-After': {
    description: 'Seconds to wait before a retry.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: Number(platformErrors.service_unavailable.headers['Retry-After']),
  },
  'RateLimit-Policy': text(
    false,
    'Requests (`q`) that an API key may send in `w` seconds, by draft-ietf-httpapi-ratelimit-headers-11. Absent if ' +
      'there is no limit.',
    rateLimitPolicy({ requests: 100, seconds: 60 }),
  ),
  RateLimit: text(
    false,
    'Requests (`r`) that the API key may still send in the next `t` seconds, by the same draft. Absent if there is no limit.',
    rateLimitState(42, 17),
  ),
} satisfies Record<string, HeaderComponent>;

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
    ),
    Sunset: text(true, 'When the operation is to be removed (RFC 8594).', example.Sunset),
    DeprecationLink: text(true, `${successor} (\`rel="deprecation"\`).`, example.Link),
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

export function headerReference(component: string): HeaderReferences[string] {
  return { $ref: `#/components/headers/${component}` };
}

export function isPlatformHeader(name: string): name is keyof typeof platformHeaders {
  return Object.hasOwn(platformHeaders, name);
}
