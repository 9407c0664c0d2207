import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lintDocument, unexpectedProblems, type Linter, type LintException } from '@petstore/testing/check';
import { committedDocuments } from './committed-document.ts';

const documents = Object.keys(committedDocuments).map((file) => ({
  file,
  committed: readFileSync(join(__dirname, '..', file), 'utf8'),
}));

type Exceptions = Readonly<Record<Linter, readonly LintException[]>>;

/** The rules of each linter that both documents violate intentionally. An entry that is not needed fails the test. */
const exceptions: Exceptions = {
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

/** Paths of the operations on orders, as in a JSON pointer. */
const orderPaths = ['', '~1{orderId}', '~1{orderId}~1cancel', '~1{orderId}~1complete', '~1{orderId}~1return'];

/** The rules that only the beta operations violate. */
const betaExceptions: Exceptions = {
  redocly: [
    {
      rule: 'request-mime-type',
      place: '#/paths/~1pets~1{petId}/patch/requestBody/content/application~1merge-patch+json',
      reason: 'It is the media type of a JSON Merge Patch (RFC 7396). updatePet accepts application/json too.',
    },
    ...orderPaths.map((end) => ({
      rule: 'path-segment-plural',
      place: `#/paths/~1store~1orders${end}`,
      reason:
        'The specification names the path /store/orders. A store is one; cancel, complete and return are actions.',
    })),
  ],
  spectral: [],
};

const exceptionsOf = (file: string, linter: Linter) => [
  ...exceptions[linter],
  ...(file === 'openapi.beta.yaml' ? betaExceptions[linter] : []),
];

describe.each(['redocly', 'spectral'] as const)('all rules of %s', (linter) => {
  it.each(documents)('find no problems in $file, except those with a reason', ({ file, committed }) => {
    expect(unexpectedProblems(lintDocument(committed, linter), exceptionsOf(file, linter))).toEqual([]);
  });

  it.each(documents)('report a duplicate operationId and an example of another type in $file', ({ committed }) => {
    const faulty = committed.replace('operationId: getPet', 'operationId: listPets').replace('- id: 42', '- id: Rex');
    const rules = lintDocument(faulty, linter).map(({ rule }) => rule);
    expect(rules).toContain('operation-operationId-unique');
    expect(rules).toContainEqual(expect.stringMatching(/^(?:oas3-valid|no-invalid)-media-(?:type-)?examples?$/));
  });
});
