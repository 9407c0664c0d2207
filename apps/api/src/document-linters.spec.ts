import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lintDocument, unexpectedProblems, type Linter, type LintException } from '@petstore/testing/check';
import { committedDocuments } from './committed-document.ts';

const documents = Object.keys(committedDocuments).map((file) => ({
  file,
  committed: readFileSync(join(__dirname, '..', file), 'utf8'),
}));

/** The rules of each linter that the document violates intentionally. An entry that is not needed fails the test. */
const exceptions: Readonly<Record<Linter, readonly LintException[]>> = {
  redocly: [
    {
      rule: 'operation-4xx-problem-details-rfc7807',
      reason: 'The specification requires the Error body as application/json.',
    },
  ],
  spectral: [
    {
      rule: 'contact-properties',
      place: '#/info/contact',
      reason: 'Each operator has its own address. The document of the repository names none.',
    },
    {
      rule: 'oas3-schema',
      place: '#/externalDocs/url',
      reason:
        'OpenAPI 3.1 allows relative references in all URLs (section 4.6). The rule does not: ' +
        'https://github.com/stoplightio/spectral/issues/2635 describes the same defect of another URL.',
    },
  ],
};

const lint = (yaml: string, linter: Linter) => unexpectedProblems(lintDocument(yaml, linter), exceptions[linter]);

describe.each(['redocly', 'spectral'] as const)('all rules of %s', (linter) => {
  it.each(documents)('find no problems in $file, except those with a reason', ({ committed }) => {
    expect(lint(committed, linter)).toEqual([]);
  });

  it.each(documents)('report a duplicate operationId and an example of another type in $file', ({ committed }) => {
    const faulty = committed.replace('operationId: getPet', 'operationId: listPets').replace('- id: 42', '- id: Rex');
    const rules = lint(faulty, linter).map(({ rule }) => rule);
    expect(rules).toContain('operation-operationId-unique');
    expect(rules).toContainEqual(expect.stringMatching(/^(?:oas3-valid|no-invalid)-media-(?:type-)?examples?$/));
  });
});
