import { once } from 'node:events';
import type { Server } from 'node:http';
import { isIPv6, type AddressInfo } from 'node:net';
import { OperatorError } from './operator-error.ts';

export interface ListenAddress {
  readonly host: string;
  /** 0 selects any free port. */
  readonly port: number;
}

/**
 * Maximum connections that the system has established and Node has not accepted. Node accepts one in each iteration of the event loop.
 * With Node's default of 511, the system would ignore further clients for a second.
 */
const backlog = 4_096;

/** As a setting, every address of the machine. */
const everyAddress = '::';

/**
 * Starts to listen. `::` includes all addresses of IPv4, also on a machine without IPv6.
 * @param prefix of the names HOST and PORT in the messages of errors, for example `METRICS_`
 * @returns the URL of the server, with the port that it listens on
 * @throws OperatorError if the server cannot listen on the address
 */
export async function listen(server: Server, { host, port }: ListenAddress, prefix = ''): Promise<string> {
  try {
    // Without a host, Node listens on `::`, or on `0.0.0.0` if the machine has no IPv6.
    await once(server.listen({ port, backlog, ...(host !== everyAddress && { host }) }), 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new OperatorError(`port ${port} is in use; set ${prefix}PORT`);
    throw new OperatorError(`${prefix}HOST and ${prefix}PORT: ${message}`);
  }
  const bound = server.address() as AddressInfo;
  return urlOf(host === everyAddress ? bound.address : host, bound.port);
}

/** Returns the URL of a server that listens on one address; undefined if it listens on all of them, or does not listen. */
export function urlOfServer(server: Server): string | undefined {
  const bound = server.address() as AddressInfo | null;
  return bound === null || ['0.0.0.0', everyAddress].includes(bound.address)
    ? undefined
    : urlOf(bound.address, bound.port);
}

function urlOf(host: string, port: number): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
