import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '@petstore/database/testing';
import { combination, debianVersion, npmFolder, npmVersion } from '../support/combination.ts';
import { checkReceiver, exampleFile } from '../support/example-receiver.ts';
import { startProxy } from '../support/proxies.ts';
import { Database, issueKey, processes, startPetstore, startService } from '../support/test-file.ts';

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
  // As without a php.ini, for example in the image of Docker.
  () =>
    checkReceiver('php', (port) => ['-d', 'display_errors=1', '-S', `127.0.0.1:${port}`, exampleFile('receiver.php')]),
);

const pythonVersion = 'import platform; print(platform.python_version(), end="")';

combination({ section, program: 'Python, hmac', version: () => printed('python3', '-c', pythonVersion), holds }, () =>
  checkReceiver('python3', () => [exampleFile('receiver.py')]),
);

const write = (name: string, lines: readonly string[]) => {
  const file = join(processes.directory, name);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
};

combination(
  {
    section: 'proxies',
    program: 'Squid, before the receiver of `petstore deliver`',
    version: () => debianVersion('squid'),
    holds: 'events arrive through a tunnel with TLS; a wrong password is a failure that names the status 407',
    needs: '`HTTPS_PROXY`',
  },
  async () => {
    // The password needs percent-encoding in a URL.
    const [user, password, port] = ['ann', 'hunter#2', await freePort()];
    const hash = await processes.output('openssl', ['passwd', '-apr1', password], { env: process.env });
    const passwords = write('squid-passwords', [`${user}:${hash.trim()}`]);
    const file = write('squid.conf', [
      `http_port 127.0.0.1:${port}`,
      `auth_param basic program /usr/lib/squid/basic_ncsa_auth ${passwords}`,
      'acl known proxy_auth REQUIRED',
      'http_access allow known',
      ...['pid_filename none', 'cache_log /dev/null', 'access_log none', 'visible_hostname pets'],
      `coredump_dir ${processes.directory}`,
    ]);
    await startProxy(processes, 'squid', ['-N', '-n', `petstore${port}`, '-f', file], port);

    const [key, certificate] = ['key.pem', 'certificate.pem'].map((each) => join(processes.directory, each));
    // No proxy is used for a loopback address. Linux connects this one to the same computer, too.
    const subject = ['-subj', '/CN=receiver', '-addext', 'subjectAltName=IP:0.0.0.0'];
    const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key!, '-out', certificate!];
    await processes.output('openssl', ['req', ...options, ...subject], { env: process.env });
    const bodies: string[] = [];
    const pem = { key: readFileSync(key!), cert: readFileSync(certificate!) };
    const receiver = createServer(pem, async (request, response) => {
      bodies.push(await text(request));
      response.end();
    });
    await once(receiver.listen(0, '127.0.0.1'), 'listening');
    const { location } = await Database.create();
    const service = await startService({ ...location, BETA: 'on' });
    const headers = { Authorization: `Bearer ${await issueKey(location)}`, 'Content-Type': 'application/json' };
    const create = (animal: string) =>
      fetch(`${service.address}/v1/pets`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ name: animal, categoryId: 7 }),
      });
    await create('Rex');

    let printed = '';
    const deliver = (credentials: string) =>
      startPetstore(
        {
          ...location,
          WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
          HTTPS_PROXY: `http://${user}:${credentials}@127.0.0.1:${port}`,
          NODE_EXTRA_CA_CERTS: certificate!,
        },
        ['deliver', `https://0.0.0.0:${(receiver.address() as AddressInfo).port}/hook`, '--from', 'oldest'],
        (chunk) => (printed += chunk),
      );
    const refused = deliver('wrong');
    await processes.until(() => printed.includes('the proxy responded with status 407'));
    refused.kill('SIGTERM');
    await refused.result;
    expect(bodies).toEqual([]);
    deliver(encodeURIComponent(password));
    await processes.until(() => bodies.length === 1);
    await create('Tom');
    await processes.until(() => bodies.length === 2);
    expect(bodies.join()).toMatch(/"Rex".*"Tom"/s);
    expect(printed).toContain(`connecting through the proxy 127.0.0.1:${port}`);
    expect(printed).not.toContain('hunter');
    receiver.closeAllConnections();
    receiver.close();
  },
);
