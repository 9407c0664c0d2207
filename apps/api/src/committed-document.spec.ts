import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lintDocument } from '@petstore/testing/check';
import { committedDocument, committedDocuments } from './committed-document.ts';

const read = (file: string) => readFileSync(join(__dirname, '..', file), 'utf8');

describe.each(Object.entries(committedDocuments))('the committed document %s', (file, beta) => {
  it('is up to date', async () => {
    if ((await committedDocument(beta)) === read(file)) return;
    throw new Error(`apps/api/${file} is out of date: run \`npm run openapi\` and review the changes`);
  });

  it("complies with Redocly's recommended rules", () => {
    expect(lintDocument(read(file))).toStrictEqual([]);
  });

  it('fails the linter if an operationId is duplicated', () => {
    const duplicated = read(file).replace('operationId: getPet', 'operationId: listPets');
    expect(lintDocument(duplicated).map(({ ruleId }) => ruleId)).toContain('operation-operationId-unique');
  });
});
