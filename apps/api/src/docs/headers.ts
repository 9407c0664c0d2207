import { PetId } from '@petstore/pets-domain';
import { errorCatalogue } from '../http/error-catalogue.ts';
import { petsPath } from '../paths.ts';
import { deprecation, deprecationLinks, sunset } from '../pets/deprecation.ts';
import { pageLinks } from '../pets/page-links.ts';
import { rateLimitPolicy, rateLimitState } from '../rate-limit/rate-limit.ts';

interface DocumentedHeader {
  readonly description: string;
  readonly required: boolean;
  readonly schema: { readonly type: string; readonly format?: string; readonly minimum?: number };
  readonly example: string | number;
}

/** Every header an answer can bear, as the document describes it. */
const documentedHeaders = {
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
    example: pageLinks(petsPath, { limit: '20' }, PetId.restore('77')) ?? '',
  },
  Location: {
    description: 'Path of the created animal.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
    example: `${petsPath}/42`,
  },
  'WWW-Authenticate': {
    description: 'What is asked for (RFC 6750); `error="invalid_token"` when what was sent is no valid key.',
    required: true,
    schema: { type: 'string' },
    example: errorCatalogue.missing_api_key.headers['WWW-Authenticate'],
  },
  'Retry-After': {
    description: 'Seconds after which trying again may help.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: Number(errorCatalogue.service_unavailable.headers['Retry-After']),
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
  Deprecation: {
    description: 'Since when the operation has been deprecated: `@` and seconds since 1970 (RFC 9745).',
    required: true,
    schema: { type: 'string' },
    example: deprecation,
  },
  Sunset: {
    description: 'When the operation is to be removed (RFC 8594).',
    required: true,
    schema: { type: 'string' },
    example: sunset.toUTCString(),
  },
  DeprecationLink: {
    description: 'What to use instead (`rel="successor-version"`) and where to read about it (`rel="deprecation"`).',
    required: true,
    schema: { type: 'string' },
    example: deprecationLinks,
  },
} satisfies Record<string, DocumentedHeader>;

type HeaderName = keyof typeof documentedHeaders;

/** The headers as the document's components. */
export const headerComponents: Readonly<Record<HeaderName, DocumentedHeader>> = documentedHeaders;

/** What the answers to a request with a valid key bear, whatever they are. */
export const rateLimitReferences = () => headerReferences('RateLimit-Policy', 'RateLimit');

/** References to the named ones, under the names they are sent by. */
export function headerReferences(...names: HeaderName[]): Record<string, { $ref: string }> {
  const sentAs = (name: HeaderName) => (name === 'DeprecationLink' ? 'Link' : name);
  return Object.fromEntries(names.map((name) => [sentAs(name), { $ref: `#/components/headers/${name}` }]));
}

export function isDocumentedHeader(name: string): name is HeaderName {
  return Object.hasOwn(documentedHeaders, name);
}
