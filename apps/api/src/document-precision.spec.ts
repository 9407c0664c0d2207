import { exampleViolations, examplesOf, imprecisionsOf, type UnboundedString } from '@petstore/contract';
import { betaDocumentCheck, documentCheck } from './testing/document-check.ts';

/** The strings of the document that have no `maxLength`. An entry that is not needed fails the test. */
const unboundedStrings: readonly UnboundedString[] = [
  {
    place: 'components.schemas.Error.properties.message',
    reason: 'It names all errors of a request for people. Each new field can make it longer.',
  },
];

const documents = { 'openapi.yaml': documentCheck, 'openapi.beta.yaml': betaDocumentCheck };

describe.each(Object.entries(documents))('the committed document %s', (_, { document }) => {
  it('bounds every string, integer and array, lists the headers of every response, and has all examples', () => {
    expect(imprecisionsOf(document, unboundedStrings)).toEqual([]);
  });

  it('has only examples and defaults that its schemas accept', () => {
    expect(examplesOf(document).length).toBeGreaterThan(100);
    expect(exampleViolations(document)).toEqual([]);
  });
});
