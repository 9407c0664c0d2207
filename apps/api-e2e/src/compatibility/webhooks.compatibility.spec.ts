import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { combination, npmFolder, npmVersion } from '../support/combination.ts';
import { checkReceiver, exampleFile } from '../support/example-receiver.ts';
import { processes } from '../support/test-file.ts';

const section = 'webhook libraries';
const holds = 'each signed event is processed once; wrong, old, missing and two signatures; repeats; names with emoji';

interface NodeReceiver {
  readonly program: string;
  readonly file: string;
  readonly needs: string;
  readonly packages: readonly string[];
}

const nodeReceivers: readonly NodeReceiver[] = [
  {
    program: 'Express, standardwebhooks 1.1.1',
    file: 'express.mjs',
    needs: '`express.text` with the media type',
    packages: ['express@5.3.0', 'standardwebhooks@1.1.1'],
  },
  {
    program: 'Fastify, standardwebhooks 1.1.1',
    file: 'fastify.mjs',
    needs: 'a parser for the media type',
    packages: ['fastify@5.12.8', 'standardwebhooks@1.1.1'],
  },
  {
    program: 'Hono, standardwebhooks 1.1.1',
    file: 'hono.mjs',
    needs: 'the headers as an object',
    packages: ['hono@4.13.19', '@hono/node-server@2.1.9', 'standardwebhooks@1.1.1'],
  },
];

for (const { program, file, needs, packages } of nodeReceivers) {
  combination({ section, program, version: () => npmVersion(...packages), holds, needs }, async () => {
    // Node looks for packages beside the file.
    const copy = join(await npmFolder(...packages), file);
    copyFileSync(exampleFile(file), copy);
    await checkReceiver(process.execPath, () => [copy]);
  });
}

const denoPackage = 'deno@2.9.6';

combination(
  {
    section,
    program: 'Deno, standardwebhooks 1.1.1',
    version: () => npmVersion(denoPackage),
    holds,
    needs: 'the headers as an object',
  },
  async () => {
    const folder = await npmFolder(denoPackage);
    const deno = join(folder, 'node_modules/.bin/deno');
    // Deno downloads the package, and keeps it in its folder.
    const env = { ...(process.env as Record<string, string>), DENO_DIR: join(folder, 'cache') };
    await checkReceiver(deno, () => ['run', '--allow-net', '--allow-env', exampleFile('deno.mjs')], env);
  },
);

/** Returns what a program prints; undefined if it is not installed. */
const printed = (program: string, ...args: string[]) =>
  processes.output(program, args, { env: process.env }).catch(() => undefined);

combination(
  { section, program: 'PHP, hash_hmac', version: () => printed('php', '-r', 'echo PHP_VERSION;'), holds },
  () => checkReceiver('php', (port) => ['-S', `127.0.0.1:${port}`, exampleFile('receiver.php')]),
);

const pythonVersion = 'import platform; print(platform.python_version(), end="")';

combination({ section, program: 'Python, hmac', version: () => printed('python3', '-c', pythonVersion), holds }, () =>
  checkReceiver('python3', () => [exampleFile('receiver.py')]),
);
