import { idempotencyKeyHours } from '@petstore/http/request/idempotency-key.header';
import { PageLimit } from '@petstore/kernel';
import { PetName, PetStatus } from '@petstore/pets-domain';
import { getPetDeprecation } from './pets.deprecations.ts';

/** Sections of the document's description about the operations on pets, as Markdown. */
export const petsSections: readonly string[] = [
  `## Walking the list

\`GET /pets\` answers with at most \`limit\` animals (${PageLimit.min} to ${PageLimit.max}, ${PageLimit.default.count} when left out) in ascending order of \`id\`.
While there are more, the \`Link\` header (RFC 8288) holds the next page's path as \`rel="next"\`: follow it as it is. Its
\`cursor\` is opaque and good for the same \`status\` only; the \`limit\` may change. There are no totals.`,
  `## Repeating a create

Of a create that was not answered, or with a 5xx, nobody knows whether it was executed. Give each create a random
\`Idempotency-Key\` of its own and repeat it with that until it is answered: there will be one animal, and every repeat gets
the same 201. A key is remembered for ${idempotencyKeyHours} hours, apart for each API key. With another NewPet it is answered 422. While the
first create is at work, a repeat waits for it and after some time is answered 409.`,
  `## Integers beyond 2^53

\`id\` and \`categoryId\` are int64, sent as plain JSON integers and exact over the whole range, in and out. JavaScript's
\`JSON.parse\` rounds beyond 9007199254740991: a client in JavaScript that may meet such numbers needs a reader that does
not. \`1.0\` and \`1e3\` are integers, as JSON Schema says; \`1.5\` and \`"1"\` are refused.`,
  `## Names and states

A \`name\` has ${PetName.minLength} to ${PetName.maxLength} Unicode code points, is not only white space, and is kept exactly as it was sent. A
\`status\` is ${PetStatus.values.map((value) => `\`${value}\``).join(', ')}; without one an animal is \`${PetStatus.initial.value}\`.`,
];

/** Section on the deprecated operation, the last of the description, as Markdown. */
export const petsDeprecationSection = `## Deprecation

\`GET /pets/{petId}\` is deprecated and is to be removed on ${getPetDeprecation.sunsetDate}; \`GET /pets\` with the \`status\` filter
replaces it. Each of its answers says so (\`Deprecation\`, \`Sunset\`, \`Link\`).`;
