import { requestIdFormat } from '@petstore/http/context/request-context';
import { maxBodyBytes } from '@petstore/http/nest/json-body';
import type { HttpError } from '@petstore/http/response/http-error';

/**
 * Returns the section of the document's description that comes first, as Markdown.
 * @param keyInstructions how to get a key
 */
export const keySection = (keyInstructions: string): string => `## Keys

Every operation requires an API key as a bearer token: \`Authorization: Bearer <API key>\`. Without a valid key every operation
returns 401, also if the request has other errors. A key in the query string is ignored.

${keyInstructions}`;

/** Sections of the document's description that come after those of the contexts, as Markdown. */
export const requestSections: readonly string[] = [
  `## Requests

Bodies are \`application/json\` in UTF-8, at most ${maxBodyBytes} bytes, without Content-Encoding. Members and query parameters that
this document does not name are ignored. Paths are case-sensitive. One trailing slash is ignored.`,
  `## Rate limits

An operator can limit the requests of each API key. Then every response has the headers \`RateLimit-Policy\` and \`RateLimit\`.
Beyond the limit, operations return 429 and do nothing.`,
];

/** The section about errors, as Markdown. A table of all errors follows it. */
export const errorSection = `## Errors

The body of every error is \`{"code", "message", "status"}\`. \`code\` is for programs. \`message\` is for people: it names all
invalid values and what is allowed. \`status\` is the HTTP status. A 409, 429 or 503 has \`Retry-After\`. Every response has an
\`X-Request-Id\`: find the cause of an error by it in the log of the service. You can send your own (${requestIdFormat}).
The ids of a W3C \`traceparent\` are logged as well.`;

/** Returns the table of the errors as Markdown. */
export const errorTable = (errors: readonly HttpError[]): string => `| status | code | meaning |
| --- | --- | --- |
${errors.map(({ code, status, meaning }) => `| ${status} | \`${code}\` | ${meaning} |`).join('\n')}`;
