import { WorkspaceCopy } from '../workspace-copy.ts';

/** Names that no team gives, because the test must also pass beside every context that the generator has written. */
const [context, name] = ['contextoftest', 'itemoftest'];

let copy: WorkspaceCopy;

beforeAll(() => {
  const layers = ['domain', 'application', 'infrastructure'];
  copy = new WorkspaceCopy(
    Object.fromEntries(layers.map((layer) => [`${context}-${layer}`, `libs/${context}/${layer}`])),
  );
});

afterAll(() => copy.remove());

it('a generated context compiles, and passes the linter and its tests', () => {
  copy.run('nx', 'generate', './tools:context', context, name);
  copy.run('prettier', '--check', `libs/${context}`, 'libs/contexts', 'libs/tsconfig.json', 'apps/api/src');
  copy.run('node', 'tools/compile.mjs');
  copy.run('node', 'apps/api/dist/write-openapi.js');
  copy.run('nx', 'sync:check');
  copy.run('nx', 'run-many', '-t', 'lint-workspace,lint-documents');
  copy.run('nx', 'run-many', '-t', 'test', '-p', `${context}-*,contexts`);
  copy.run('jest', '--projects', 'apps/api', '--testPathPatterns', `${name}s|openapi|read-only-key|routing`);
});

it.each([
  ['store', name, 'libs/store'],
  ['other', 'order', 'apps/api/src/orders'],
])('the generator does not overwrite what exists: %s %s', (existingContext, existingName, path) => {
  const generate = () => copy.run('nx', 'generate', './tools:context', existingContext, existingName);
  expect(generate).toThrow(`${path} exists: choose another name`);
});
