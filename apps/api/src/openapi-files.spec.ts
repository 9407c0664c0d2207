import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiFiles } from './openapi-files.ts';

const folder = join(__dirname, '..');
const committed = (name: string) => readFileSync(join(folder, name), 'utf8');

/** What Redocly's recommended rules have against a document. */
function problemsOf(yaml: string): { ruleId: string }[] {
  const script = join(folder, 'src/testing/lint-document.mjs');
  return JSON.parse(execFileSync(process.execPath, [script], { input: yaml, encoding: 'utf8' }));
}

describe('the committed document', () => {
  it.each(['openapi.json', 'openapi.yaml'])('is what the code says now: %s', async (name) => {
    if ((await openApiFiles())[name] === committed(name)) return;
    throw new Error(`apps/api/${name} is not what the code says: run \`npm run openapi\` and review what changed`);
  });

  it('is in no file that is not looked at here', async () => {
    expect(Object.keys(await openApiFiles())).toStrictEqual(['openapi.json', 'openapi.yaml']);
  });

  it("gives Redocly's recommended rules nothing to say", () => {
    expect(problemsOf(committed('openapi.yaml'))).toStrictEqual([]);
  });

  it('is linted by rules that bite', () => {
    const damaged = committed('openapi.yaml').replace('operationId: getPet', 'operationId: listPets');
    expect(problemsOf(damaged).map(({ ruleId }) => ruleId)).toContain('operation-operationId-unique');
  });
});
