import { once } from 'node:events';
import type { Server } from 'node:http';
import { isIPv6, type AddressInfo } from 'node:net';
import { OperatorError } from '@petstore/settings';
import type { ListenAddress } from './config.ts';

/**
 * @param variables what an operator changes when somebody else has the port
 * @returns the address it listens on, its port included
 * @throws OperatorError
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
