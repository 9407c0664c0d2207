import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitForExit, type ProcessResult } from '@petstore/processes';
import { createTestDirectory } from './create-test-directory.ts';
import { npm } from './npm.ts';

const root = join(__dirname, '../../../..');
const client = 'libs/client';

/** npm packages: the TypeScript of this workspace, and the oldest release that the client supports. */
export type TypeScriptPackage = 'typescript' | 'typescript-least';

const folder = createTestDirectory();

/** npm reads no package from the cache of the user. */
const ownCache = ['--cache', join(folder, '.npm')];

/**
 * Packs the sources of @petstore/client. They are in a copy of the workspace that contains the output of an older build, which
 * `npm pack` must replace. One tarball per test file.
 * @returns the path of the tarball
 */
export async function packedClient(): Promise<string> {
  const workspace = join(folder, 'workspace');
  copySources(workspace);
  writeOldOutput(join(workspace, client, 'dist/esm'));
  await npm(folder, 'pack', join(workspace, client), '--pack-destination', folder, ...ownCache);
  return join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.tgz'))!,
  );
}

/**
 * Installs @petstore/client in an empty project. One installation per test file.
 * @param specification a tarball, or a package with its version
 * @param options options of `npm install`
 */
export async function installedClient(specification: string, ...options: string[]): Promise<Installation> {
  writeFileSync(join(folder, 'package.json'), '{ "name": "empty", "private": true }');
  await npm(folder, 'install', specification, '--no-audit', '--no-fund', ...ownCache, ...options);
  return new Installation(folder);
}

function copySources(workspace: string): void {
  const outputs = ['dist', 'out-tsc', 'node_modules'].map((name) => join(root, client, name));
  const filter = (source: string) => !outputs.includes(source);
  cpSync(join(root, client), join(workspace, client), { recursive: true, filter });
  cpSync(join(root, 'tsconfig.base.json'), join(workspace, 'tsconfig.base.json'));
  symlinkSync(join(root, 'node_modules'), join(workspace, 'node_modules'));
}

function writeOldOutput(dist: string): void {
  mkdirSync(dist, { recursive: true });
  for (const name of ['index.js', 'deleted-source.js'])
    writeFileSync(join(dist, name), 'throw new Error("old output");');
}

/** What a test does when a program has printed something. */
export interface Reaction {
  /** The standard output so far must match it. */
  readonly when: RegExp;
  readonly execute: (child: ReturnType<typeof start>) => unknown;
}

/** An npm project in which @petstore/client is installed. */
export class Installation {
  constructor(readonly folder: string) {}

  /** Names of all installed packages, which must have a scope. */
  get packages(): string[] {
    const modules = join(this.folder, 'node_modules');
    return readdirSync(modules)
      .filter((name) => !name.startsWith('.'))
      .flatMap((scope) => readdirSync(join(modules, scope)).map((name) => `${scope}/${name}`));
  }

  /** Sorted paths of the files of the installed client, relative to its folder. */
  get files(): string[] {
    const installed = join(this.folder, 'node_modules/@petstore/client');
    return readdirSync(installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1))
      .sort();
  }

  /** Writes the text to the file and runs it with Node in the project. */
  run(
    file: string,
    text: string,
    env: Record<string, string> = {},
    reactions: readonly Reaction[] = [],
  ): Promise<ProcessResult> {
    writeFileSync(join(this.folder, file), text);
    const child = start(process.execPath, [file], env);
    react(child, reactions);
    return waitForExit(child);
  }

  /**
   * Writes the files and type-checks them in strict mode, together with the types of the client.
   * @param files texts by name
   */
  compile(
    files: Record<string, string>,
    compilerOptions: Record<string, unknown>,
    typescript: TypeScriptPackage,
  ): Promise<ProcessResult> {
    for (const [file, text] of Object.entries(files)) writeFileSync(join(this.folder, file), text);
    const allOptions = {
      ...compilerOptions,
      target: 'es2022',
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      typeRoots: [join(root, 'node_modules/@types')],
    };
    const configuration = { compilerOptions: allOptions, files: Object.keys(files) };
    writeFileSync(join(this.folder, 'tsconfig.json'), JSON.stringify(configuration));
    return waitForExit(start(process.execPath, [join(__dirname, 'check-types.mjs'), typescript], {}));
  }
}

function start(program: string, args: string[], env: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env;
  return spawn(program, args, { cwd: folder, env: { PATH, HOME, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Executes each reaction once, in their order. */
function react(child: ReturnType<typeof start>, reactions: readonly Reaction[]): void {
  const remaining = [...reactions];
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk;
    while (remaining[0]?.when.test(stdout)) remaining.shift()!.execute(child);
  });
}
