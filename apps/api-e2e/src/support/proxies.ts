import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort, type Processes } from '@petstore/database/testing';
import type { Instance } from './client.ts';
import type { Environment } from './service.ts';
import { workspace } from './workspace.ts';

/** Where Debian, Ubuntu and Homebrew install the proxies. */
const folders = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];

/** Without the proxy, skips the tests and prints a message. With PETSTORE_PROXIES=required, as in CI, they fail instead. */
export function describeBehind(proxy: 'nginx' | 'haproxy', name: string, tests: () => void): void {
  if (pathOf(proxy) || process.env['PETSTORE_PROXIES'] === 'required') return describe(name, tests);
  describe.skip(
    `${name} (skipped: ${proxy} was not found; install it, for example with apt-get install ${proxy})`,
    tests,
  );
}

function pathOf(proxy: string): string | undefined {
  return folders.map((folder) => join(folder, proxy)).find((path) => existsSync(path));
}

/** Texts of a configuration, and what a test has in their place. */
export type Replacements = Readonly<Record<string, string>>;

/**
 * Starts nginx with `deploy/compose/nginx.conf`, at an address of this machine and before this instance of the service.
 * @param replacements further changes
 */
export async function startNginx(
  processes: Processes,
  instance: Instance,
  replacements: Replacements = {},
): Promise<Instance> {
  const port = await freePort();
  const { host } = new URL(instance.address);
  const configuration = configure(processes, 'compose/nginx.conf', `nginx-${port}.conf`, {
    '/tmp/': `${processes.directory}/nginx-${port}-`,
    'listen 8080;': `listen 127.0.0.1:${port};`,
    'petstore-1:3000': host,
    'petstore-2:3000': host,
    ...replacements,
  });
  return startProxy(processes, 'nginx', ['-e', 'stderr', '-g', 'daemon off;', '-c', configuration], port);
}

/**
 * Starts HAProxy with `deploy/cluster/haproxy.cfg`, at an address of this machine and before this instance of the service.
 * @param replacements further changes
 */
export async function startHaproxy(
  processes: Processes,
  instance: Instance,
  replacements: Replacements = {},
): Promise<Instance> {
  const port = await freePort();
  const { host } = new URL(instance.address);
  const configuration = configure(processes, 'cluster/haproxy.cfg', `haproxy-${port}.cfg`, {
    '10.20.0.5:8080': `127.0.0.1:${port}`,
    '10.20.0.5:5432': `127.0.0.1:${await freePort()}`,
    '10.20.0.5:5433': `127.0.0.1:${await freePort()}`,
    '10.20.0.21:3000': host,
    '10.20.0.22:3000': host,
    // There is no database. Its checks fail.
    '10.20.0.11': '127.0.0.1',
    '10.20.0.12': '127.0.0.1',
    '10.20.0.13': '127.0.0.1',
    ' check-ssl verify required ca-file /etc/haproxy/ca.crt': ' inter 1s',
    // Only root may run HAProxy as another user.
    'user haproxy': '',
    'group haproxy': '',
    ...replacements,
  });
  return startProxy(processes, 'haproxy', ['-f', configuration], port);
}

function configure(processes: Processes, source: string, name: string, replacements: Replacements): string {
  const read = (path: string) => readFileSync(join(workspace, 'deploy', path), 'utf8');
  let content = read(source).replace(/include \/etc\/(nginx\/.*);/g, (_, path: string) => read(path));
  for (const [shipped, replacement] of Object.entries(replacements)) {
    if (!content.includes(shipped)) throw new Error(`${source} does not contain ${shipped}`);
    content = content.replaceAll(shipped, replacement);
  }
  const path = join(processes.directory, name);
  writeFileSync(path, content);
  return path;
}

/** Starts a proxy, and waits until it listens on this port of this machine. @throws Error with its output if it exits */
export async function startProxy(
  processes: Processes,
  proxy: string,
  args: readonly string[],
  port: number,
  env: Environment = {},
): Promise<Instance> {
  const program = pathOf(proxy);
  if (!program) throw new Error(`${proxy} was not found: install it, for example with apt-get install ${proxy}`);
  // A file, because nginx opens /dev/stderr again, which fails for the sockets that Node calls pipes.
  const log = join(processes.directory, `${proxy}-${port}.log`);
  const output = openSync(log, 'a');
  const child = processes.spawn(program, args, { env, stdio: ['ignore', output, output] });
  closeSync(output);
  const isListening = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket
        .on('connect', () => resolve(true))
        .on('error', () => resolve(false))
        .on('connect', () => socket.destroy());
    });
  await processes.until(async () => child.exitCode !== null || (await isListening()));
  if (child.exitCode !== null) throw new Error(readFileSync(log, 'utf8'));
  return { address: `http://127.0.0.1:${port}` };
}
