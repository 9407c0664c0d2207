import { once } from 'node:events';
import { createServer, isIPv6 } from 'node:net';
import { ok, problem, type Finding } from './finding.ts';

/** Milliseconds for the response of the process that listens on the port. */
const responseTimeout = 2_000;

/**
 * Checks if a port is free, or if a service already listens on it. Listens on a free port for a moment.
 * @param check names of the settings of the address
 * @param path a path that a service answers with 200
 */
export async function checkListener(
  check: string,
  { host, port }: { readonly host: string; readonly port: number },
  path: string,
): Promise<Finding> {
  if (port === 0) return ok(check, 'any free port');
  const address = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
    await once(server.close(), 'close');
    return ok(check, `${address} is free`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE') {
      return problem(
        check,
        `${address} cannot be used (${code})`,
        'choose an address of this machine and a port that this user may use',
      );
    }
    if (await isAnswered(host, port, path)) return ok(check, `${address} is in use by a running service`);
    return problem(check, `${address} is in use by another program`, 'choose another port, or end that program');
  }
}

async function isAnswered(host: string, port: number, path: string): Promise<boolean> {
  const target = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  const url = `http://${isIPv6(target) ? `[${target}]` : target}:${port}${path}`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(responseTimeout), redirect: 'error' });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
