import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitForExit, type ProcessResult } from '@petstore/processes';
import { createTestDirectory } from './create-test-directory.ts';

const root = join(__dirname, '../../../..');
const compiler = join(root, 'node_modules/typescript/bin/tsc');

const folder = createTestDirectory();

/** Packs @petstore/client and installs the tarball in an empty project. One installation per test file. */
export async function installedClient(): Promise<Installation> {
  const packing = npm('pack', join(root, 'libs/client'), '--pack-destination', folder, '--ignore-scripts', '--json');
  const [{ filename }] = JSON.parse(await output(packing)) as [{ filename: string }];
  writeFileSync(join(folder, 'package.json'), '{ "name": "empty", "private": true }');
  await output(npm('install', `./${filename}`, '--offline', '--no-audit', '--no-fund'));
  return new Installation(folder);
}

/** An npm project in which @petstore/client is installed. */
export class Installation {
  constructor(private readonly folder: string) {}

  /** Names of all installed packages, which must have a scope. */
  get packages(): string[] {
    const modules = join(this.folder, 'node_modules');
    return readdirSync(modules)
      .filter((name) => !name.startsWith('.'))
      .flatMap((scope) => readdirSync(join(modules, scope)).map((name) => `${scope}/${name}`));
  }

  /** Sorted paths of the files of the installed client, relative to its folder. */
  get files(): string[] {
    const client = join(this.folder, 'node_modules/@petstore/client');
    return readdirSync(client, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(client.length + 1))
      .sort();
  }

  /** Writes the text to the file and runs it with Node in the project. */
  run(file: string, text: string, env: Record<string, string>): Promise<ProcessResult> {
    writeFileSync(join(this.folder, file), text);
    return waitForExit(start(process.execPath, [file], env));
  }

  /** Writes the text to the file and type-checks it in strict mode, together with the types of the client. */
  compile(file: string, text: string, options: Record<string, unknown>): Promise<ProcessResult> {
    writeFileSync(join(this.folder, file), text);
    const compilerOptions = {
      ...options,
      target: 'es2023',
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      typeRoots: [join(root, 'node_modules/@types')],
    };
    writeFileSync(join(this.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
    return waitForExit(start(process.execPath, [compiler, '--project', '.'], {}));
  }
}

/** Runs npm with its own cache and without the environment of the workspace. */
function npm(...args: string[]) {
  return start('npm', args, { npm_config_update_notifier: 'false', npm_config_cache: join(folder, '.npm') });
}

function start(program: string, args: string[], env: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env;
  return spawn(program, args, { cwd: folder, env: { PATH, HOME, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function output(child: Parameters<typeof waitForExit>[0]): Promise<string> {
  const { exitCode, stdout, stderr } = await waitForExit(child);
  if (exitCode !== 0) throw new Error(stderr);
  return stdout;
}
