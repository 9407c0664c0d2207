import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitForExit, type ProcessResult } from '@petstore/processes';
import { createTestDirectory } from './create-test-directory.ts';

const root = join(__dirname, '../../../..');
const guide = join(root, 'docs/tools.md');
const document = join(root, 'apps/api/openapi.yaml');
const modules = join(root, 'node_modules');

/** A code block whose first line names its file. */
const codeBlock = /^```(?:js|ts)\n\/\/ (\S+)\n([\s\S]*?)^```$/gm;

const folder = createTestDirectory();

/** A project with the client that @hey-api/openapi-ts generates from the document, as docs/tools.md describes it. */
export class GeneratedClient {
  private constructor() {}

  /** Writes the files of the guide and generates the client. */
  static async create(): Promise<GeneratedClient> {
    mkdirSync(folder, { recursive: true });
    symlinkSync(modules, join(folder, 'node_modules'));
    const files = [...readFileSync(guide, 'utf8').matchAll(codeBlock)];
    for (const [, name = '', text = ''] of files) writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, 'openapi.yaml'), readFileSync(document));
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    const generator = join(modules, '@hey-api/openapi-ts/bin/run.js');
    await output(start([generator, '--file', 'openapi-ts.config.mjs'], {}));
    return new GeneratedClient();
  }

  /** Type-checks the generated code with the program in strict mode, and compiles it. */
  compile(program: string): Promise<ProcessResult> {
    writeFileSync(join(folder, 'program.ts'), program);
    const compilerOptions = {
      target: 'es2022',
      module: 'nodenext',
      lib: ['es2023', 'dom', 'dom.iterable'],
      strict: true,
      noUncheckedIndexedAccess: true,
      rootDir: '.',
      outDir: 'dist',
      types: ['node'],
      typeRoots: [join(modules, '@types')],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    return waitForExit(start([join(modules, 'typescript/bin/tsc'), '--project', '.'], {}));
  }

  /** Runs the compiled program and returns what it writes to standard output. */
  run(env: Record<string, string>): Promise<string> {
    return output(start(['dist/program.js'], env));
  }
}

function start(args: readonly string[], env: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env;
  return spawn(process.execPath, args, { cwd: folder, env: { PATH, HOME, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function output(child: Parameters<typeof waitForExit>[0]): Promise<string> {
  const { exitCode, stdout, stderr } = await waitForExit(child);
  if (exitCode !== 0) throw new Error(stdout + stderr);
  return stdout;
}
