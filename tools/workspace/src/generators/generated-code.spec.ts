import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { childProcesses, relaxedTimeouts, ServerProcess } from '@petstore/processes';
import { analyzeImports } from '../analysis.ts';
import { Workspace } from '../boundaries/projects.mjs';
import { brokenReferences } from '../broken-references.ts';
import { readSourceFiles } from '../source-files.mjs';
import { WorkspaceCopy } from '../testing/workspace-copy.ts';
import { nameViolations, wordViolations } from '../wording.ts';
import { root } from '../workspace.ts';

const context = ['context', 'clinic', '--aggregate', 'Visit'];
const useCase = ['use-case', 'pets', 'rename-pet'];
const libraries = ['domain', 'application', 'infrastructure'].map((layer) => `libs/clinic/${layer}`);
const changedProjects = [...libraries, 'libs/contexts', 'libs/pets/application', 'apps/api'];
const changedFolders = ['libs/clinic', 'libs/contexts', 'libs/pets/application/src', 'apps/api/src'];

// Milliseconds. Ends a command that hangs. A busy machine takes minutes for the generation and the checks.
jest.setTimeout(1_800_000);

let copy: WorkspaceCopy;
let dryRun: string;
let filesBefore: readonly string[];
let filesAfterDryRun: readonly string[];
let checks: Readonly<Record<'types' | 'lint' | 'format' | 'lock' | 'tests' | 'requests', Promise<string>>>;

beforeAll(async () => {
  copy = WorkspaceCopy.create();
  filesBefore = listFiles(copy.root);
  dryRun = await copy.run('nx', 'g', ...context, '--dry-run');
  filesAfterDryRun = listFiles(copy.root);
  await copy.run('nx', 'g', ...useCase);
  await copy.run('nx', 'g', ...context);
  const types = copy.run('tsc', '-b', ...changedProjects);
  const lint = types.then(() => copy.run('eslint', '--max-warnings', '0', ...changedFolders, 'apps/api/package.json'));
  const tests = copy.run(
    'jest',
    ...['--projects', ...changedProjects, 'tools/contract'],
    ...['--testPathPatterns', 'libs/clinic/', 'rename-pet', 'apps/api/src/clinic/', 'gate/gate', 'documented-move'],
    ...['committed-document', 'openapi-document', 'error-catalogue', 'platform/routing'],
  );
  checks = {
    types,
    lint,
    tests,
    requests: tests.then(() =>
      copy.run('jest', '--config', 'apps/api/jest.config.mjs', 'document-properties', '-t', 'Visit'),
    ),
    format: lint.then(() => copy.run('prettier', '--check', ...changedFolders, 'tsconfig.json', '**/package.json')),
    lock: lint.then(() => copy.run('npm', 'ci', '--dry-run', '--offline', '--ignore-scripts')),
  };
  // Each test awaits one of them. Until then, a failure is not an unhandled rejection.
  for (const check of Object.values(checks)) check.catch(() => undefined);
});

afterAll(async () => {
  await childProcesses.killAll();
  copy?.remove();
});

/** Returns the path, size and time of the last change of each file, except those of installed packages and of Nx's cache. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name === '.nx' || (entry.name === 'node_modules' && folder !== copy.root)) return [];
    if (entry.name === 'node_modules') return readdirSync(join(path, '@petstore'));
    if (entry.isDirectory()) return listFiles(path);
    const { size, mtimeMs } = statSync(path);
    return [`${path} ${size} ${mtimeMs}`];
  });
}

it('lists the files with --dry-run, and changes nothing', () => {
  expect(dryRun).toContain('CREATE libs/clinic/domain/src/visit.ts');
  expect(dryRun).toContain('UPDATE apps/api/src/contexts.ts');
  expect(filesAfterDryRun).toEqual(filesBefore);
});

it('generates code that compiles', () => checks.types);

it('generates code that passes lint', () => checks.lint);

it('generates code that passes its tests, those of the API and the contract gate', async () => {
  const output = await checks.tests;
  for (const spec of [
    'visit.spec.ts',
    'rename-pet.spec.ts',
    'get-visit.spec.ts',
    'schema.integration.spec.ts',
    'documented-move.integration.spec.ts',
    'gate.spec.ts',
  ]) {
    expect(output).toContain(spec);
  }
});

it('generates operations that conform to the document for random requests', async () => {
  const output = await checks.requests;
  expect(output).toMatch(/createVisit 201: \d+/);
  expect(output).toMatch(/getVisit 404: \d+/);
});

it('generates formatted files', () => checks.format);

it('generates a lock file that npm ci accepts', () => checks.lock);

it('generates projects that Nx lints, compiles, builds and tests', async () => {
  const project = JSON.parse(await copy.run('nx', 'show', 'project', 'clinic-domain', '--json')) as {
    tags: string[];
    targets: object;
  };
  expect(project.tags).toEqual(expect.arrayContaining(['context:clinic', 'layer:domain']));
  expect(Object.keys(project.targets)).toEqual(expect.arrayContaining(['lint', 'typecheck', 'build', 'test']));
});

it('generates code that follows the rules of the workspace', () => {
  const files = readSourceFiles(copy.root);
  const texts = readSourceFiles(copy.root, /\.(?:ts|mjs|md|yml)$/);
  const { graph, cycles, projectCycles, order, boundaries } = analyzeImports(files);
  expect([graph.unresolved, cycles, projectCycles, order, boundaries].flat()).toEqual([]);
  expect([...wordViolations(texts), ...nameViolations(texts)]).toEqual([]);
  const documents = new Map([...texts].filter(([path]) => path.startsWith('libs/clinic/') && path.endsWith('.md')));
  expect(brokenReferences(documents, [...texts.keys()])).toEqual([]);
  expect([...documents.values()].map((text) => text.trimEnd().split('\n').length <= 20)).toEqual([true, true, true]);
});

it('leaves no name of the template in the generated files', () => {
  const generated = [...readSourceFiles(copy.root, /\.(?:ts|mjs|json|md)$/)].filter(([path]) =>
    /(?:^libs|src)\/clinic\//.test(path),
  );
  expect(generated.length).toBeGreaterThan(50);
  expect(generated.filter(([path, text]) => /sample|template/i.test(path + text)).map(([path]) => path)).toEqual([]);
});

it('refuses to generate the same again with one line', async () => {
  const { exitCode, output } = await copy.runToExit('nx', 'g', ...context);
  expect(exitCode).toBe(1);
  expect(output).toMatch(/^.*The context "clinic" would overwrite libs\/clinic, which exists already\.$/m);
});

it('generates operations that the built service serves from PostgreSQL', async () => {
  await checks.types;
  const data = copy.path('.petstore');
  const command = {
    program: process.execPath,
    args: [copy.path('apps/api/dist/main.js')],
    env: { ...relaxedTimeouts, DATA_DIR: data },
  };
  const service = await ServerProcess.start('the API', command, copy.path('api.log'), '/health/ready', () => '');
  const headers = {
    Authorization: `Bearer ${readFileSync(join(data, 'first-key'), 'utf8').trim()}`,
    'Content-Type': 'application/json',
  };
  const send = async (path: string, body?: object) => {
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const response = await fetch(`${service.address}${path}`, init);
    return [response.status, await response.json(), response.headers.get('location')];
  };
  const visit = { id: 1, name: 'First' };
  expect(await send('/v1/clinic/visits', { name: 'First' })).toEqual([201, visit, '/v1/clinic/visits/1']);
  expect(await send('/v1/clinic/visits/1')).toEqual([200, visit, null]);
  expect(await send('/v1/clinic/visits/2')).toMatchObject([404, { code: 'visit_not_found' }, null]);
  expect(await send('/v1/clinic/visits', { name: ' ' })).toMatchObject([400, { code: 'invalid_body' }, null]);
  await service.stop();
});

it('is tested in a copy, so that the workspace is unchanged', () => {
  expect(Workspace.read(root).contexts).not.toContain('clinic');
  expect(readdirSync(join(root, 'node_modules/@petstore'))).not.toContain('clinic-domain');
});
