import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, isIPv6, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { OperatorError } from '@petstore/operations';

/** Whether an address belongs to this computer. */
export function isLoopback({ hostname }: URL): boolean {
  // In the last one, an IPv4 address is written as one of IPv6, as URL writes it.
  return /^(?:localhost\.?|127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/.test(hostname);
}

/**
 * Returns the proxy for an https address, from the variables that curl reads, too; undefined if none is set, if NO_PROXY excepts the
 * address, or if it belongs to this computer.
 * @throws OperatorError without the value of the variable, which can contain a password
 */
export function proxyFor(address: URL, env: NodeJS.ProcessEnv): URL | undefined {
  const text = env['https_proxy'] || env['HTTPS_PROXY'];
  if (!text || isLoopback(address) || isExcepted(address, env['no_proxy'] || env['NO_PROXY'] || '')) return undefined;
  try {
    const proxy = new URL(text.includes('://') ? text : `http://${text}`);
    authorizationOf(proxy);
    // A sign such as # in a password begins another part of the URL, unless it is encoded.
    if (/^https?:$/.test(proxy.protocol) && proxy.pathname + proxy.search + proxy.hash === '/') return proxy;
  } catch {
    // The message of the error contains the text.
  }
  throw new OperatorError(
    'HTTPS_PROXY must be http://host:port or https://host:port; user:password@ may stand before the host, percent-encoded',
  );
}

/**
 * @param exceptions host names, which except their subdomains, too, IP addresses, and networks such as 10.0.0.0/8, each perhaps with a
 * port; or * for every address
 */
function isExcepted(address: URL, exceptions: string): boolean {
  const host = plainHost(address.hostname);
  return exceptions.split(/[\s,]+/).some((exception) => {
    if (exception === '*') return true;
    const [, place = exception, port] = /^(\[.*\]|[^:]*):(\d+)$/.exec(exception) ?? [];
    if (port && port !== (address.port || '443')) return false;
    const name = plainHost(place)
      .toLowerCase()
      .replace(/^\*?\./, '');
    return name !== '' && (host === name || isSubdomain(host, name) || isInNetwork(host, name));
  });
}

function isSubdomain(host: string, domain: string): boolean {
  return isIP(host) === 0 && host.endsWith(`.${domain}`);
}

function isInNetwork(host: string, network: string): boolean {
  const [, address = network, bits] = /^(.*)\/(\d+)$/.exec(network) ?? [];
  const [family, length] = isIPv6(address) ? (['ipv6', 128] as const) : (['ipv4', 32] as const);
  const prefix = Number(bits ?? length);
  if (isIP(address) === 0 || isIP(host) !== isIP(address) || prefix > length) return false;
  const list = new BlockList();
  list.addSubnet(address, prefix, family);
  return list.check(host, family);
}

/** Returns the host without the brackets of an IPv6 address, and without the dot after a fully qualified name. */
function plainHost(hostname: string): string {
  return hostname.replace(/^\[|\]$|\.$/g, '');
}

function authorizationOf({ username, password }: URL): { 'proxy-authorization'?: string } {
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return credentials === ':' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** Opens each connection in a tunnel through an HTTP proxy, which sees only the host and the port of the receiver (RFC 9110, 9.3.6). */
export class TunnelAgent extends https.Agent {
  /** @param timeout milliseconds in which the proxy must open a tunnel */
  constructor(
    private readonly proxy: URL,
    private readonly timeout: number,
    options: https.AgentOptions,
  ) {
    super(options);
  }

  override createConnection(
    options: https.RequestOptions,
    callback: (error: Error | null, connection?: Duplex) => void,
  ): undefined {
    const host = isIPv6(options.host!) ? `[${options.host}]` : options.host;
    const path = `${host}:${options.port}`;
    const { request } = this.proxy.protocol === 'https:' ? https : http;
    request(this.proxy, {
      method: 'CONNECT',
      path,
      auth: null,
      headers: { host: path, ...authorizationOf(this.proxy) },
      agent: false,
      signal: AbortSignal.timeout(this.timeout),
    })
      .once('connect', ({ statusCode }, socket: Socket) => {
        if (statusCode! >= 200 && statusCode! < 300) {
          return callback(null, tls.connect({ ...options, socket } as tls.ConnectionOptions));
        }
        socket.destroy();
        callback(new Error(`the proxy responded with status ${statusCode}`));
      })
      .once('error', (error: NodeJS.ErrnoException) =>
        callback(new Error(`the proxy failed: ${error.code ?? error.message}`)),
      )
      .end();
  }
}
