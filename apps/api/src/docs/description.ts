import { PageLimit } from '@petstore/kernel';
import { PetName, PetStatus } from '@petstore/pets-domain';
import { errorCatalogue } from '../http/error-catalogue.ts';
import { largestBody } from '../http/read-body.ts';
import { takenIds } from '../http/request-id.ts';
import { sunsetDate } from '../pets/deprecation.ts';
import { rememberedHours } from '../pets/idempotency-key.ts';

const codes = Object.entries(errorCatalogue).map(
  ([code, { status, meaning }]) => `| ${status} | \`${code}\` | ${meaning} |`,
);

/** The document's first page: what a client should know that no single operation tells. */
export const description = `
Animals for adoption: list them, add one, get one.

## Keys

Every operation takes an API key as a bearer token: \`Authorization: Bearer <API key>\`. Keys are issued by an operator of
the service. Without a valid key every operation answers 401, whatever else is wrong with the request; a key in the query
string is never looked at.

## Walking the list

\`GET /pets\` answers with at most \`limit\` animals (${PageLimit.min} to ${PageLimit.max}, ${PageLimit.default.count} when left out) in ascending order of \`id\`.
While there are more, the \`Link\` header (RFC 8288) holds the next page's path as \`rel="next"\`: follow it as it is. Its
\`cursor\` is opaque and good for the same \`status\` only; the \`limit\` may change. There are no totals.

## Repeating a create

Of a create that was not answered, or with a 5xx, nobody knows whether it was executed. Give each create a random
\`Idempotency-Key\` of its own and repeat it with that until it is answered: there will be one animal, and every repeat gets
the same 201. A key is remembered for ${rememberedHours} hours, apart for each API key. With another NewPet it is answered 422. While the
first create is at work, a repeat waits for it and after some time is answered 409.

## Integers beyond 2^53

\`id\` and \`categoryId\` are int64, sent as plain JSON integers and exact over the whole range, in and out. JavaScript's
\`JSON.parse\` rounds beyond 9007199254740991: a client in JavaScript that may meet such numbers needs a reader that does
not. \`1.0\` and \`1e3\` are integers, as JSON Schema says; \`1.5\` and \`"1"\` are refused.

## Names and states

A \`name\` has ${PetName.minLength} to ${PetName.maxLength} Unicode code points, is not only white space, and is kept exactly as it was sent. A
\`status\` is ${PetStatus.values.map((value) => `\`${value}\``).join(', ')}; without one an animal is \`${PetStatus.initial.value}\`.

## Requests

Bodies are \`application/json\` in UTF-8, at most ${largestBody} bytes, without Content-Encoding. Members and query parameters that
the contract does not name are ignored. Paths are case-sensitive; one trailing slash is tolerated.

## Rate limits

Where an operator has set one, each API key may make so many requests in so much time; every answer to it tells what is
left (\`RateLimit-Policy\`, \`RateLimit\`). Beyond it, operations answer 429 and do nothing.

## Errors

Every failure is \`{"code", "message", "status"}\`. \`code\` is for programs, \`message\` for people: it names everything that
is at fault and what is allowed. \`status\` is the HTTP status. A 409, 429 or 503 says in \`Retry-After\` when to try again. Every answer
bears an \`X-Request-Id\`, under which the service's log has the cause of a failure; one that you send is taken (${takenIds}).
Ids of a W3C \`traceparent\` are logged as well.

| status | code | when |
| --- | --- | --- |
${codes.join('\n')}

## Deprecation

\`GET /pets/{petId}\` is deprecated and is to be removed on ${sunsetDate}; \`GET /pets\` with the \`status\` filter
replaces it. Each of its answers says so (\`Deprecation\`, \`Sunset\`, \`Link\`).
`.trim();
