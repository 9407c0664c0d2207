import { FsTree } from 'nx/src/generators/tree';
import { readSourceFiles } from '../../source-files.mjs';
import { root } from '../../workspace.ts';
import contextGenerator from './context.generator.mjs';

// Jest cannot import prettier, which is an ES module. `generated-code.spec.ts` checks the format.
jest.mock('@nx/devkit', () => ({ ...jest.requireActual<object>('@nx/devkit'), formatFiles: () => undefined }));

interface Options {
  readonly name: string;
  readonly aggregate: string;
  readonly plural?: string;
  readonly beta?: boolean;
}

let tree: FsTree;

beforeEach(() => {
  tree = new FsTree(root, false);
});

/** Runs the generator without its last task. Returns the texts of the changed files by path. No file is written. */
async function generate(options: Options): Promise<Map<string, string>> {
  await contextGenerator(tree, options);
  return new Map(tree.listChanges().map(({ path, content }) => [path, String(content)]));
}

it('writes nothing until its last task', async () => {
  const before = [...readSourceFiles(root).keys()];
  const files = await generate({ name: 'clinic', aggregate: 'Visit' });
  expect(files.size).toBeGreaterThan(55);
  expect([...readSourceFiles(root).keys()]).toEqual(before);
});

it('uses the names, with the right spelling, article and plural', async () => {
  const files = await generate({ name: 'lost-pets', aggregate: 'OwnerSearch', plural: 'owner-searches' });
  expect(files.get('libs/lost-pets/domain/src/owner-search.ts')).toContain('/** An owner search without an id.');
  expect(files.get('libs/lost-pets/domain/src/owner-search.errors.ts')).toContain("'owner_search_not_found'");
  expect(files.get('apps/api/src/lost-pets/owner-searches.controller.ts')).toContain(
    "@Controller('lost-pets/owner-searches')",
  );
  expect(files.get('apps/api/src/contexts.ts')).toContain('lostPets: lostPetsContext');
  expect(files.get('libs/contexts/src/index.ts')).toContain('lostPets: lostPetsPersistence');
  expect(files.get('libs/contexts/package.json')).toContain('"@petstore/lost-pets-infrastructure": "1.0.0"');
  const generated = [...files].filter(([path]) => path.includes('/lost-pets/'));
  expect(generated.filter(([path, text]) => /sample|template|0\.0\.0/i.test(path + text))).toEqual([]);
});

it('does not repeat the name of a context that is named after its aggregate', async () => {
  const files = await generate({ name: 'visits', aggregate: 'Visit' });
  expect(files.get('apps/api/src/visits/visits.paths.ts')).toContain('`${versionPrefix}/visits`');
});

it('writes a migration that follows all others', async () => {
  const last = 9_000_000_000_000;
  tree.write(`libs/pets/infrastructure/src/migrations/${last}-later.ts`, '');
  const files = await generate({ name: 'clinic', aggregate: 'Visit' });
  const path = `libs/clinic/infrastructure/src/migrations/${last + 1}-create-visits.ts`;
  expect(files.get(path)).toContain(`class CreateVisits${last + 1} `);
});

it('adds the table to the documented move to another PostgreSQL', async () => {
  const files = await generate({ name: 'lost-pets', aggregate: 'OwnerSearch', plural: 'owner-searches' });
  expect(files.get('docs/operations.md')).toMatch(/^for table in 'pets .* owner_searches api_keys .*; do$/m);
  expect(files.get('docs/operations.md')).toMatch(/^for table in pets .* owner_searches api_key_log; do$/m);
});

it.each([
  [true, 3],
  [false, 0],
])('with beta %s, %i kinds of files say so', async (beta, count) => {
  const files = await generate({ name: 'clinic', aggregate: 'Visit', beta });
  const found = [
    ['clinic.context.ts', /^ *isBeta: true,$/m],
    ['visits.document.ts', /import \{ ApiBetaOperation \}[^]*(ApiBetaOperation\([^]*){2}/],
    ['get-visit.spec.ts', /startTestApp\(\{ beta: true \}\)/],
  ].filter(([file, pattern]) => new RegExp(pattern!).test(files.get(`apps/api/src/clinic/${String(file)}`)!));
  expect(found).toHaveLength(count);
  expect(files.get('apps/api/src/clinic/visits.document.ts')!.includes('ApiOperation(')).toBe(!beta);
});

it.each([
  [{ name: 'Clinic', aggregate: 'Visit' }, 'The context "Clinic" is not in kebab-case'],
  [{ name: 'pets', aggregate: 'Visit' }, 'The context "pets" would overwrite libs/pets, which exists already.'],
  [{ name: 'shared', aggregate: 'Visit' }, 'would overwrite libs/shared'],
  [{ name: 'auth', aggregate: 'Visit' }, 'would overwrite apps/api/src/auth'],
  [{ name: 'workspace', aggregate: 'Visit' }, 'The tag context:workspace belongs to a project that is not a context.'],
  [{ name: 'clinic', aggregate: 'Visits' }, 'The aggregate "Visits" looks like a plural.'],
  [{ name: 'clinic', aggregate: 'Pet' }, 'The context "pets" has the aggregate Pet already.'],
  [{ name: 'clinic', aggregate: 'Animal', plural: 'pets' }, 'The table pets exists already'],
  [{ name: 'clinic', aggregate: 'Deadline' }, 'The generated files use the name "Deadline" for something else.'],
])('refuses %j with one line, and changes no file', async (options, message) => {
  await expect(generate(options)).rejects.toThrow(message);
  await expect(generate(options)).rejects.toThrow(/^[^\n]+$/);
  expect(tree.listChanges()).toEqual([]);
});

it('names the file that does not have the expected shape', async () => {
  tree.write('libs/contexts/src/index.ts', "import {} from 'a';\nexport const all = {};\n");
  await expect(generate({ name: 'clinic', aggregate: 'Visit' })).rejects.toThrow(
    'libs/contexts/src/index.ts cannot be edited: it has no declaration `const contexts = { … }`.',
  );
});
