import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Request } from 'express';

const address = Symbol('clientAddress');

interface Addressed {
  [address]?: string | undefined;
}

/** An IP address, perhaps with a port: a trusted proxy may hand on text that its client chose. */
const addressForm = /^[\da-f:.[\]]{2,54}$/i;

/**
 * Notes the address of every client as it arrives: a socket that was destroyed does not have it any more.
 * @param isProxyTrusted whether to take it from `X-Forwarded-For`, as Express' `trust proxy` says; this is computed for each
 * request, the connection's address once
 */
export function noteClientAddresses(server: Server, isProxyTrusted: boolean): void {
  server.on('connection', (socket: Socket) => {
    (socket as Addressed)[address] = socket.remoteAddress;
  });
  if (!isProxyTrusted) return;
  const note = (request: IncomingMessage) => {
    const { ip } = request as Request;
    if (ip !== undefined && addressForm.test(ip)) (request as Addressed)[address] = ip;
  };
  server.prependListener('dispatch', note);
}

/** The client's address: what trusted proxies say, else the peer's; nothing unless addresses are noted. */
export function clientAddressOf(request: IncomingMessage): string | undefined {
  return (request as Addressed)[address] ?? peerAddressOf(request.socket);
}

/** The address of the connection's peer; nothing unless addresses are noted. */
export function peerAddressOf(socket: object): string | undefined {
  return (socket as Addressed)[address];
}
