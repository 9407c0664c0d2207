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
 * @param variables names of the environment variables that set the address, for the error message
 * @returns the URL of the server, with the port that it listens on
 * @throws OperatorError if the server cannot listen on the address
 */
export async function listen(server: Server, { host, port }: ListenAddress, variables: string): Promise<string> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    throw new OperatorError(`${variables}: ${(error as Error).message}`);
  }
  const bound = server.address() as AddressInfo;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${bound.port}`;
}
