import { FsTree } from 'nx/src/generators/tree';
import { root } from '../../workspace.ts';
import useCaseGenerator from './use-case.generator.mjs';

// Jest cannot import prettier, which is an ES module. `generated-code.spec.ts` checks the format.
jest.mock('@nx/devkit', () => ({ ...jest.requireActual<object>('@nx/devkit'), formatFiles: () => undefined }));

let tree: FsTree;

beforeEach(() => {
  tree = new FsTree(root, false);
});

it('adds the use case, its spec and its export', async () => {
  await useCaseGenerator(tree, { context: 'pets', name: 'rename-pet' });
  const files = new Map(tree.listChanges().map(({ path, content }) => [path, String(content)]));
  const folder = 'libs/pets/application/src';
  expect([...files.keys()].sort()).toEqual(
    ['index.ts', 'rename-pet.spec.ts', 'rename-pet.ts'].map((name) => `${folder}/${name}`),
  );
  expect(files.get(`${folder}/index.ts`)).toContain("export { RenamePet } from './rename-pet.ts';\n");
  expect(files.get(`${folder}/rename-pet.ts`)).toContain('constructor(private readonly pets: PetRepository) {}');
  expect(files.get(`${folder}/rename-pet.spec.ts`)).toContain("it.failing('returns the pet'");
});

it.each([
  ['pets', 'renamePet', 'The use case "renamePet" is not in kebab-case'],
  ['pets', 'rename', 'The use case "rename" needs a verb and a noun'],
  ['pets', 'get-pet', 'libs/pets/application/src/get-pet.spec.ts exists already.'],
  ['shop', 'rename-pet', 'There is no context "shop": libs/shop/domain does not exist.'],
  ['../pets', 'rename-pet', 'The context "../pets" is not in kebab-case'],
  ['access', 'rename-key', 'The domain of "access" does not export ApiKeyId, which the use case would import.'],
])('refuses the context %j and the name %j with one line', async (context, name, message) => {
  await expect(useCaseGenerator(tree, { context, name })).rejects.toThrow(message);
  await expect(useCaseGenerator(tree, { context, name })).rejects.toThrow(/^[^\n]+$/);
});
