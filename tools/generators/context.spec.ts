import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const root = join(__dirname, '../..');
const excluded = ['.git', '.nx', '.petstore'];

/** Names that no team gives, because the test must also pass beside every context that the generator has written. */
const [context, name] = ['contextoftest', 'itemoftest'];

let clone: string;

/** Runs a command of node_modules in the copy. @throws Error with its output if it fails */
function run(command: string, ...args: string[]): void {
  // Nx runs this test too, and its variables name this workspace.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(NX|JEST)_/.test(name)));
  const PATH = `${join(root, 'node_modules/.bin')}:${env['PATH']}`;
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: clone, env: { ...env, PATH }, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}:\n${stdout}${stderr}`);
}

/** Links the packages as npm does. The links to projects are relative, so their copies lead to the projects of the copy. */
function linkPackages(): void {
  const [from, to] = [join(root, 'node_modules'), join(clone, 'node_modules')];
  cpSync(join(from, '@petstore'), join(to, '@petstore'), { recursive: true, verbatimSymlinks: true });
  for (const name of readdirSync(from).filter((each) => each !== '@petstore'))
    symlinkSync(join(from, name), join(to, name));
  for (const layer of ['domain', 'application', 'infrastructure'])
    symlinkSync(join('../../libs', context, layer), join(to, '@petstore', `${context}-${layer}`));
}

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'generators-'));
  const filter = (path: string) => path !== join(root, 'node_modules') && !excluded.includes(basename(path));
  // The times of the compiled files, so that the compiler skips what has not changed.
  cpSync(root, clone, { recursive: true, preserveTimestamps: true, filter });
  linkPackages();
});

afterAll(() => rmSync(clone, { recursive: true }));

it('a generated context compiles, and passes the linter and its tests', () => {
  run('nx', 'generate', './tools:context', context, name);
  const written = [`libs/${context}`, 'libs/contexts', 'libs/tsconfig.json', 'apps/api/src'];
  run('prettier', '--check', ...written);
  run('tsc', '--build');
  run('node', 'apps/api/dist/write-openapi.js');
  run('nx', 'sync:check');
  run('nx', 'run-many', '-t', 'lint,lint-documents', '-p', `${context}-*,api,contexts,tools`);
  run('nx', 'run-many', '-t', 'test', '-p', `${context}-*,contexts`);
  run('jest', '--projects', 'apps/api', '--testPathPatterns', `${name}s|openapi|read-only-key|routing`);
});

it.each([
  ['store', name, 'libs/store'],
  ['other', 'order', 'apps/api/src/orders'],
])('the generator does not overwrite what exists: %s %s', (existingContext, existingName, path) => {
  const generate = () => run('nx', 'generate', './tools:context', existingContext, existingName);
  expect(generate).toThrow(`${path} exists: choose another name`);
});
