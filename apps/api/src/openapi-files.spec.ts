import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lintDocument } from '@petstore/testing/check';
import { openApiFiles } from './openapi-files.ts';

const folder = join(__dirname, '..');
const committed = (name: string) => readFileSync(join(folder, name), 'utf8');

describe('the committed document', () => {
  it.each(['openapi.json', 'openapi.yaml'])('is up to date: %s', async (name) => {
    if ((await openApiFiles())[name] === committed(name)) return;
    throw new Error(`apps/api/${name} is out of date: run \`npm run openapi\` and review the changes`);
  });

  it('consists of the files that are compared here', async () => {
    expect(Object.keys(await openApiFiles())).toStrictEqual(['openapi.json', 'openapi.yaml']);
  });

  it("complies with Redocly's recommended rules", () => {
    expect(lintDocument(committed('openapi.yaml'))).toStrictEqual([]);
  });

  it('would not pass the linter with a duplicate operationId', () => {
    const damaged = committed('openapi.yaml').replace('operationId: getPet', 'operationId: listPets');
    expect(lintDocument(damaged).map(({ ruleId }) => ruleId)).toContain('operation-operationId-unique');
  });
});
