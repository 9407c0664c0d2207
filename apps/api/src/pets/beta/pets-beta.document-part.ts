import { pageSchema } from '@petstore/openapi/document/api-paging.decorator';
import type { DocumentPart } from '@petstore/openapi/document/document-part';

/** The texts and schemas that the beta operations on pets add to the OpenAPI document. */
export const petsBetaDocumentPart: DocumentPart = {
  tags: [],
  sections: [
    `## Change feed (beta)

\`GET /pets/changes\` returns every committed change, also after concurrent writers, long transactions and crashes. To keep a copy of
all animals:

1. Request \`GET /pets/changes\` without \`cursor\`. Keep the path in its \`Link\` header.
2. Read all pages of \`GET /pets\` and store the animals.
3. Request the path in the last \`Link\` header, with \`wait\`. Store the animals of the page under their \`id\`, then the path of its
   \`Link\` header. Repeat this step.

Storing an animal twice does no harm. After 410 \`cursor_gone\` begin again with step 1.`,
  ],
  closingSections: [],
  schemas: { ChangedPets: pageSchema('Pet', 'Animals in their current state, in the order of their last change.') },
  headers: {},
};
