import { idempotencyKeyHours } from '@petstore/http/request/idempotency-key.header';
import { PageLimit } from '@petstore/kernel';
import { PetName, PetStatus } from '@petstore/pets-domain';
import { petFilterNames } from './list-pets.request.ts';
import { getPetDeprecation } from './pets.deprecations.ts';

/** Markdown sections about the operations on pets, for the description of the OpenAPI document. */
export const petsSections: readonly string[] = [
  `## Paging

\`GET /pets\` returns at most \`limit\` animals (${PageLimit.min} to ${PageLimit.max}, default ${PageLimit.default.count}) in ascending order of \`id\`.
If there are more, the \`Link\` header (RFC 8288) with \`rel="next"\` contains the path of the next page. The \`cursor\` in it is
opaque and valid only with the same ${petFilterNames}. The \`limit\` may change. There are no totals.`,
  `## Repeating a create

A create that got a 5xx or no response may have been executed. Send each create with a new random \`Idempotency-Key\`, and
repeat it with that key until it succeeds: the service creates one animal, and every repeat returns the same 201. A key is
stored for ${idempotencyKeyHours} hours, per API key. With another NewPet it returns 422. While the first create is still running, a repeat waits
for it, and returns 409 if that takes too long.`,
  `## Integers beyond 2^53

\`id\` and \`categoryId\` are int64. They are plain JSON integers, exact over the whole range in requests and responses.
JavaScript's \`JSON.parse\` rounds integers beyond 9007199254740991, so a client in JavaScript needs another parser for them.
\`1.0\` and \`1e3\` are integers, as JSON Schema says. \`1.5\` and \`"1"\` are refused.`,
  `## Names and statuses

A \`name\` has ${PetName.minLength} to ${PetName.maxLength} Unicode code points, is not only white space, and is stored unchanged. A \`status\`
is ${PetStatus.values.map((value) => `\`${value}\``).join(', ')}; the default is \`${PetStatus.initial.value}\`.`,
];

/** Last Markdown section of the description. */
export const petsDeprecationSection = `## Deprecation

\`GET /pets/{petId}\` is deprecated and is to be removed on ${getPetDeprecation.sunsetDate}. Use \`GET /pets\` with the \`status\` filter
instead. Every response of the operation has the headers \`Deprecation\`, \`Sunset\` and \`Link\`.`;
