import { requestIdForm } from '@petstore/http/context/request-context';
import { maxBodyBytes } from '@petstore/http/nest/json-body';
import type { HttpError } from '@petstore/http/response/http-error';

/** Sections of the document's description that come before those of the contexts, as Markdown. */
export const introductorySections: readonly string[] = [
  `## Keys

Every operation takes an API key as a bearer token: \`Authorization: Bearer <API key>\`. Keys are issued by an operator of
the service. Without a valid key every operation answers 401, whatever else is wrong with the request; a key in the query
string is never looked at.`,
];

/**
 * Sections of the document's description that come after those of the contexts, as Markdown.
 * @param errors every error that the service can respond with
 */
export const referenceSections = (errors: readonly HttpError[]): readonly string[] => [
  `## Requests

Bodies are \`application/json\` in UTF-8, at most ${maxBodyBytes} bytes, without Content-Encoding. Members and query parameters that
the contract does not name are ignored. Paths are case-sensitive; one trailing slash is tolerated.`,
  `## Rate limits

Where an operator has set one, each API key may make so many requests in so much time; every answer to it tells what is
left (\`RateLimit-Policy\`, \`RateLimit\`). Beyond it, operations answer 429 and do nothing.`,
  `## Errors

Every failure is \`{"code", "message", "status"}\`. \`code\` is for programs, \`message\` for people: it names everything that
is at fault and what is allowed. \`status\` is the HTTP status. A 409, 429 or 503 says in \`Retry-After\` when to try again. Every answer
bears an \`X-Request-Id\`, under which the service's log has the cause of a failure; one that you send is taken (${requestIdForm}).
Ids of a W3C \`traceparent\` are logged as well.

| status | code | when |
| --- | --- | --- |
${errors.map(({ code, status, meaning }) => `| ${status} | \`${code}\` | ${meaning} |`).join('\n')}`,
];
