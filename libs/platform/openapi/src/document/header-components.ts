import { rateLimitPolicy, rateLimitState } from '@petstore/http/rate-limit/rate-limit';
import type { Deprecation } from '@petstore/http/response/deprecation';
import { platformErrors } from '@petstore/http/response/platform-errors';

/** A header component of the document. */
export interface DocumentedHeader {
  readonly description: string;
  readonly required: boolean;
  readonly schema: { readonly type: string; readonly format?: string; readonly minimum?: number };
  readonly example: string | number;
}

/** Response headers of the platform, as components of the document. */
export const platformHeaders = {
  'X-Request-Id': {
    description:
      'Names the request in the log of the service, by the name you sent if that was taken: quote it when you report a failure.',
    required: true,
    schema: { type: 'string' },
    example: '01f23dba-d7dc-4eba-95a9-12e2f77bcb01',
  },
  Link: {
    description:
      'Where to go from here (RFC 8288): `rel="next"` leads to the next page and is absent on the last one; ' +
      '`rel="first"` leads back to the first page and is absent there.',
    required: false,
    schema: { type: 'string' },
    example: '</v1/items?limit=20&cursor=Nzc>; rel="next"',
  },
  Location: {
    description: 'Path of the created object.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
    example: '/v1/items/42',
  },
  'WWW-Authenticate': {
    description: 'What is asked for (RFC 6750); `error="invalid_token"` when what was sent is no valid key.',
    required: true,
    schema: { type: 'string' },
    example: platformErrors.missing_api_key.headers['WWW-Authenticate'],
  },
  'Retry-After': {
    description: 'Seconds after which trying again may help.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: Number(platformErrors.service_unavailable.headers['Retry-After']),
  },
  'RateLimit-Policy': {
    description:
      'How many requests (`q`) an API key may make in how many seconds (`w`), by draft-ietf-httpapi-ratelimit-headers-11; ' +
      'absent where there is no limit.',
    required: false,
    schema: { type: 'string' },
    example: rateLimitPolicy({ requests: 100, seconds: 60 }),
  },
  RateLimit: {
    description:
      'How many requests are left to the API key (`r`) within the next `t` seconds, by the same draft; absent where ' +
      'there is no limit.',
    required: false,
    schema: { type: 'string' },
    example: rateLimitState(42, 17),
  },
} satisfies Record<string, DocumentedHeader>;

/**
 * Headers of deprecated operations, as components of the document.
 * @param example a deprecation of the service
 */
export function deprecationHeaders({ headers: example }: Deprecation): Record<string, DocumentedHeader> {
  return {
    Deprecation: {
      description: 'Since when the operation has been deprecated: `@` and seconds since 1970 (RFC 9745).',
      required: true,
      schema: { type: 'string' },
      example: example.Deprecation,
    },
    Sunset: {
      description: 'When the operation is to be removed (RFC 8594).',
      required: true,
      schema: { type: 'string' },
      example: example.Sunset,
    },
    DeprecationLink: {
      description: 'What to use instead (`rel="successor-version"`) and where to read about it (`rel="deprecation"`).',
      required: true,
      schema: { type: 'string' },
      example: example.Link,
    },
  };
}

/** References to the headers that every response to a request with a valid key has. */
export const rateLimitReferences = () => headerReferences('RateLimit-Policy', 'RateLimit');

/** References to header components, by header name. */
export type HeaderReferences = Record<string, { readonly $ref: string }>;

/** References to header components that are named after their header. */
export function headerReferences(...names: string[]): HeaderReferences {
  return Object.fromEntries(names.map((name) => [name, headerReference(name)]));
}

/** A reference to a header component. */
export function headerReference(component: string): HeaderReferences[string] {
  return { $ref: `#/components/headers/${component}` };
}

export function isPlatformHeader(name: string): name is keyof typeof platformHeaders {
  return Object.hasOwn(platformHeaders, name);
}
