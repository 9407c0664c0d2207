import { WorkspaceCopy } from '../workspace-copy.ts';

let copy: WorkspaceCopy;

beforeAll(() => (copy = new WorkspaceCopy()));

afterAll(() => copy.remove());

/** Each type once, and both contexts. Names that no team gives. */
const fields = [
  ['pets', 'fieldOfTest', 'text'],
  ['pets', 'numberOfTest', 'integer'],
  ['store', 'flagOfTest', 'boolean'],
] as const;

it('generated fields compile, and pass the linter, the tests of their contexts and the contract gate', () => {
  for (const [context, field, type] of fields)
    copy.run('nx', 'generate', './tools:field', context, field, `--type=${type}`, '--optional');
  copy.run('prettier', '--check', 'libs/pets', 'libs/store', 'apps/api/src', 'apps/cli/src', 'docs/import.md');
  copy.run('node', 'tools/compile.mjs', 'apps/api', 'apps/cli');
  copy.run('node', 'apps/api/dist/write-openapi.js');
  copy.run('eslint', 'libs/pets/domain', 'libs/store/domain', 'apps/api/src/pets/dto', 'apps/api/src/orders/dto');
  const projects = ['pets/domain', 'pets/infrastructure', 'store/domain', 'store/infrastructure', 'contexts'];
  const specs = 'domain/src|repository.integration|upgrade|pet-csv|members|openapi.spec|gate';
  const paths = [...projects.map((project) => `libs/${project}`), 'apps/api', 'apps/cli', 'tools'];
  copy.run('jest', '--projects', ...paths, '--testPathPatterns', specs);
});

it('refuses a field that exists, and one that clients must send', () => {
  const generate = (...options: string[]) => copy.run('nx', 'generate', './tools:field', 'pets', ...options);
  expect(() => generate('name', '--optional')).toThrow('libs/pets/domain/src/pet.ts has a member name already');
  expect(() => generate('size')).toThrow('clients that do not know the field must still be accepted: add --optional');
});
