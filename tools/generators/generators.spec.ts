import { WorkspaceCopy } from '../workspace-copy.ts';

/** Names that no team gives, because the test must also pass beside every context and field that the generators have written. */
const [context, name] = ['contextoftest', 'itemoftest'];

let copy: WorkspaceCopy;

beforeAll(() => {
  const layers = ['domain', 'application', 'infrastructure'];
  copy = new WorkspaceCopy(
    Object.fromEntries(layers.map((layer) => [`${context}-${layer}`, `libs/${context}/${layer}`])),
  );
});

afterAll(() => copy.remove());

/** Runs a generator on the files of the copy, without the graph of the projects, which `nx generate` computes first. */
function generate(generator: string, options: object): void {
  const script = `
    import tree from 'nx/src/generators/tree.js';
    const { default: run } = await import('./tools/generators/${generator}.mjs');
    const files = new tree.FsTree(process.cwd(), false);
    await run(files, ${JSON.stringify(options)});
    tree.flushChanges(process.cwd(), files.listChanges());`;
  copy.run('node', '--input-type=module', '-e', script);
}

it.each([
  [{ context: 'store', name }, 'libs/store'],
  [{ context: 'other', name: 'order' }, 'apps/api/src/orders'],
])('the generator of contexts does not overwrite what exists: %j', (options, path) => {
  expect(() => generate('context', options)).toThrow(`${path} exists: choose another name`);
});

it('the generator of fields refuses a field that exists, and one that clients must send', () => {
  const field = { context: 'pets', field: 'name', type: 'text' };
  const exists = 'libs/pets/domain/src/pet.ts has a member name already';
  expect(() => generate('field', { ...field, optional: true })).toThrow(exists);
  const required = 'clients that do not know the field must still be accepted: add --optional';
  expect(() => generate('field', field)).toThrow(required);
});

it('a generated context and fields of each type compile, and pass the linter, their tests and the contract gate', () => {
  copy.run('nx', 'generate', './tools:context', context, name);
  copy.run('nx', 'generate', './tools:field', 'pets', 'fieldOfTest', '--type=text', '--optional');
  generate('field', { context: 'pets', field: 'numberOfTest', type: 'integer', optional: true });
  generate('field', { context: 'store', field: 'flagOfTest', type: 'boolean', optional: true });
  const fields = ['pets', 'orders'].map((folder) => `apps/api/src/${folder}/dto`);
  const aggregates = ['domain', 'infrastructure'].flatMap((layer) => [`libs/pets/${layer}`, `libs/store/${layer}`]);
  const written = [`libs/${context}`, 'libs/contexts', ...aggregates, `apps/api/src/${name}s`, ...fields];
  copy.run('prettier', '--check', ...written, 'libs/tsconfig.json', 'apps/*/src/*.ts', 'docs/import.md');
  copy.run('node', 'tools/compile.mjs');
  copy.run('node', 'apps/api/dist/write-openapi.js');
  copy.run('nx', 'sync:check');
  copy.run('redocly', 'lint');
  copy.run('eslint', ...written, 'apps/api/src/features.ts');
  const generated = ['domain', 'application', 'infrastructure'].map((layer) => `libs/${context}/${layer}`);
  const paths = [...generated, ...aggregates, 'libs/contexts', 'apps/api', 'apps/cli', 'tools'];
  const specs = `migrations|upgrade|domain/src|${context}|repository.integration|pet-csv|members|gate`;
  copy.run(
    'jest',
    '--projects',
    ...paths,
    '--testPathPatterns',
    `${specs}|${name}s|openapi.spec|read-only-key|routing`,
  );
});
