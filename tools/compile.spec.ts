import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '..');
const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as unknown;
let directory: string;

beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'compile-'))));

afterEach(() => rmSync(directory, { recursive: true }));

const { scripts } = readJson('package.json') as { scripts: Record<string, string> };

it('before "npm ci", "npm start" says what is missing', () => {
  mkdirSync(join(directory, 'tools'));
  for (const file of ['package.json', 'tools/compile.mjs']) copyFileSync(join(root, file), join(directory, file));
  const { stderr, status } = spawnSync('npm', ['start', '-s'], { cwd: directory, encoding: 'utf8' });
  expect(stderr).toBe('petstore: the packages are not installed: run "npm ci" first\n');
  expect(status).toBe(1);
});

it('all npm scripts except "format" check first whether the packages are installed', () => {
  const unchecked = Object.keys(scripts).filter(
    (name) => !/^(node tools\/compile\.mjs|npm test) /.test(`${scripts[name]} `),
  );
  expect(unchecked).toEqual(['format']);
});

it('each package in package-lock.json has a checksum, which npm drops when it resolves a conflict (CONTRIBUTING.md, "Add a context")', () => {
  const { packages } = readJson('package-lock.json') as {
    packages: Record<string, { link?: true; integrity?: string }>;
  };
  const downloaded = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  expect(downloaded.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([]);
});

it('the service and the command need no development package to be compiled', () => {
  const { packages } = readJson('package-lock.json') as { packages: Record<string, { dev?: true }> };
  const config = join(directory, 'tsconfig.json');
  const source = (project: string) => join(root, project, 'src/main.ts');
  const compilerOptions = {
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    rootDir: root,
    composite: false,
    tsBuildInfoFile: null,
  };
  const files = [source('apps/api'), source('apps/cli')];
  writeFileSync(config, JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, files }));
  const compiler = join(root, 'node_modules/typescript-7/lib/tsc.js');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', config, '--listFilesOnly'], { encoding: 'utf8' });
  // Other packages contain their own types. The linter checks that the projects declare these packages.
  const folders = stdout.split('\n').map((file) => /node_modules\/@types\/[^/]+/.exec(file)?.[0] ?? '');
  const needed = [...new Set(folders), 'node_modules/typescript-7'].filter((folder) => folder !== '');
  expect(needed).toContain('node_modules/@types/node');
  expect(needed.filter((folder) => packages[folder]!.dev)).toEqual([]);
});
