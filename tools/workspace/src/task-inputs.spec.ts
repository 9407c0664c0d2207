import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { allDependenciesOf, projects, root } from './workspace.ts';

const files = {
  spec: 'libs/shared/kernel/src/int64.spec.ts',
  source: 'libs/pets/domain/src/pet-id.ts',
  repositoryContract: 'libs/pets/domain/src/testing/pet.repository.contract.ts',
  testingFolderOfApp: 'apps/api/src/testing/measure.ts',
  document: 'docs/reliability.md',
  documentOfTheWorkspace: 'docs/performance.md',
  readme: 'libs/pets/domain/README.md',
  readmeOfTheClient: 'libs/client/README.md',
  openApiDocument: 'apps/api/openapi.yaml',
  betaDocument: 'apps/api/openapi.beta.yaml',
};

const all = projects();
const output = execFileSync(
  process.execPath,
  [join(root, 'tools/workspace/src/task-inputs.mjs'), ...Object.values(files)],
  { cwd: root, encoding: 'utf8' },
);
/** `runs`: the tasks that each task runs. `readers`: the tasks that each file affects. */
const { runs, readers } = JSON.parse(output) as Record<'runs' | 'readers', Record<string, string[]>>;

const projectOf = (task: string) => task.split(':')[0]!;
const affectedTests = (file: string) =>
  readers[file]!.filter((task) => task.endsWith(':test'))
    .map(projectOf)
    .sort();
/** Names of the project, and of the projects that depend on it, that have tests. The tests of the workspace read all files. */
const testedDependentsOf = (name: string) =>
  all
    .filter((each) => [name, 'workspace'].includes(each.name) || allDependenciesOf(each.name, all).has(name))
    .map((each) => each.name)
    .filter((each) => `${each}:test` in runs)
    .sort();

it.each(Object.values(files))('the file %s exists', (file) => {
  expect(existsSync(join(root, file))).toBe(true);
});

it('a changed spec affects the tasks of its project and the tests of the workspace', () => {
  expect(readers[files.spec]).toEqual(['kernel:lint', 'kernel:test', 'kernel:typecheck', 'workspace:test']);
});

it('a changed source affects the tests of its project and of the projects that depend on it', () => {
  expect(affectedTests(files.source)).toEqual(testedDependentsOf('pets-domain'));
  expect(affectedTests(files.source)).toEqual(expect.arrayContaining(['pets-infrastructure', 'api', 'cli', 'api-e2e']));
  expect(readers[files.source]!.filter((task) => task.startsWith('access-'))).toEqual([]);
});

it('a changed repository contract affects the projects that run it, and no other context', () => {
  expect(affectedTests(files.repositoryContract)).toEqual(
    expect.arrayContaining(['pets-domain', 'pets-infrastructure']),
  );
  expect(readers[files.repositoryContract]!.filter((task) => /^(?:access-|kernel:|database:)/.test(task))).toEqual([]);
});

it('a changed testing folder that no other project imports affects its project only', () => {
  expect(readers[files.testingFolderOfApp]).toEqual(['api:lint', 'api:test', 'api:typecheck', 'workspace:test']);
});

it.each([
  [files.document, ['faults:test', 'workspace:test']],
  [files.documentOfTheWorkspace, ['workspace:test']],
  [files.readme, ['workspace:test']],
  [files.readmeOfTheClient, ['api-e2e:test', 'workspace:test']],
])('the changed document %s affects the tests that read it: %p', (file, tasks) => {
  expect(readers[file]).toEqual(tasks);
});

it('a changed OpenAPI document affects the tests of the API and of the processes', () => {
  expect(affectedTests(files.openApiDocument)).toEqual(expect.arrayContaining(['api', 'api-e2e']));
});

it('the document with the beta operations, which contains the contract, also affects the tests of the client', () => {
  expect(affectedTests(files.betaDocument)).toEqual(expect.arrayContaining(['api', 'api-e2e', 'client']));
});

it('each task of a project runs tasks of that project and of its dependencies only', () => {
  expect(Object.keys(runs).length).toBeGreaterThan(all.length);
  for (const [task, others] of Object.entries(runs)) {
    const name = projectOf(task);
    const allowed = allDependenciesOf(name, all).add(name);
    expect([task, others.filter((other) => !allowed.has(projectOf(other)))]).toEqual([task, []]);
  }
});

it.each(all.filter(({ folder }) => folder.startsWith('libs/')))('$name has all four targets', ({ name }) => {
  for (const target of ['lint', 'typecheck', 'build', 'test']) expect(runs).toHaveProperty([`${name}:${target}`]);
});
