import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The open connections of a server. Node's own list lacks those of which it has removed the parser, as after CONNECT.
 * @param server not yet listening
 */
export function openSocketsOf(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}
