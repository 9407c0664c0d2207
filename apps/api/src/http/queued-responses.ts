import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Makes responses close that wait behind another one on their connection when the client goes away: Node tells only the
 * first of them, and whoever waits for the others would wait for ever.
 */
export function closeQueuedResponses(server: Server): void {
  const queues = new WeakMap<Socket, Set<ServerResponse>>();

  const queueOn = (socket: Socket) => {
    const queue = new Set<ServerResponse>();
    queues.set(socket, queue);
    socket.once('close', () => queue.forEach((response) => response.emit('close')));
    return queue;
  };

  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (response.socket !== null) return;
    const queue = queues.get(socket) ?? queueOn(socket);
    queue.add(response);
    response.once('close', () => queue.delete(response));
  });
}
