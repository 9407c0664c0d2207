import { requestIdFormat } from '@petstore/http/context/request-context';
import { maxBodyBytes } from '@petstore/http/nest/json-body';
import type { HttpError } from '@petstore/http/response/http-error';

/** Sections of the document's description that come before those of the contexts, as Markdown. */
export const introductorySections: readonly string[] = [
  `## Keys

Every operation requires an API key as a bearer token: \`Authorization: Bearer <API key>\`. An operator of the service issues
keys. Without a valid key every operation returns 401, also if the request has other errors. A key in the query string is ignored.`,
];

/**
 * Sections of the document's description that come after those of the contexts, as Markdown.
 * @param errors every error that the service can respond with
 */
export const referenceSections = (errors: readonly HttpError[]): readonly string[] => [
  `## Requests

Bodies are \`application/json\` in UTF-8, at most ${maxBodyBytes} bytes, without Content-Encoding. Members and query parameters that
this document does not name are ignored. Paths are case-sensitive. One trailing slash is ignored.`,
  `## Rate limits

An operator can limit the requests of each API key. Then every response has the headers \`RateLimit-Policy\` and \`RateLimit\`.
Beyond the limit, operations return 429 and do nothing.`,
  `## Errors

The body of every error is \`{"code", "message", "status"}\`. \`code\` is for programs. \`message\` is for people: it names all
invalid values and what is allowed. \`status\` is the HTTP status. A 409, 429 or 503 has \`Retry-After\`. Every response has an
\`X-Request-Id\`: find the cause of an error by it in the log of the service. You can send your own (${requestIdFormat}).
The ids of a W3C \`traceparent\` are logged as well.

| status | code | meaning |
| --- | --- | --- |
${errors.map(({ code, status, meaning }) => `| ${status} | \`${code}\` | ${meaning} |`).join('\n')}`,
];
