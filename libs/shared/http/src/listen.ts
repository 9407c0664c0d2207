import { once } from 'node:events';
import type { Server } from 'node:http';
import { isIPv6, type AddressInfo } from 'node:net';
import { OperatorError } from '@petstore/settings';

export interface ListenAddress {
  readonly host: string;
  /** 0 selects any free port. */
  readonly port: number;
}

/**
 * Starts to listen.
 * @param prefix of the environment variables that set the address: of `HOST` and `PORT`
 * @returns the URL of the server, with the port that it listens on
 * @throws OperatorError if the server cannot listen on the address
 */
export async function listen(server: Server, { host, port }: ListenAddress, prefix = ''): Promise<string> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new OperatorError(`port ${port} is in use; set ${prefix}PORT`);
    throw new OperatorError(`${prefix}HOST and ${prefix}PORT: ${message}`);
  }
  const bound = server.address() as AddressInfo;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${bound.port}`;
}
