import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lintDocument } from '@petstore/testing/check';
import { committedDocument } from './committed-document.ts';

const committed = readFileSync(join(__dirname, '../openapi.yaml'), 'utf8');

describe('the committed document', () => {
  it('is up to date', async () => {
    if ((await committedDocument()) === committed) return;
    throw new Error('apps/api/openapi.yaml is out of date: run `npm run openapi` and review the changes');
  });

  it("complies with Redocly's recommended rules", () => {
    expect(lintDocument(committed)).toStrictEqual([]);
  });

  it('fails the linter if an operationId is duplicated', () => {
    const duplicated = committed.replace('operationId: getPet', 'operationId: listPets');
    expect(lintDocument(duplicated).map(({ ruleId }) => ruleId)).toContain('operation-operationId-unique');
  });
});
