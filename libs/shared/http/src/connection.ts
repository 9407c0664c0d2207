import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { contextOf } from './request-context.ts';
import { ignoreRestOfSegment } from './node-internals.ts';

/** Milliseconds for which a closing connection waits for the client to read the last response. */
const lingerTime = 2_000;

/** Our state of a client connection, with methods that end it. */
export class Connection {
  /** Whether `stopParsing` was called. ParserRefusals then ignores further errors of the parser. */
  isParsingStopped = false;

  /** @param peerAddress IP address of the client or proxy */
  constructor(
    private readonly socket: Socket,
    readonly peerAddress: string | undefined,
  ) {}

  /**
   * Disconnects Node's parser and stops reading. The server can still send responses. Without this, Node would emit
   * `clientError` for each further segment, and would need 0.3 s for a megabyte of small chunks.
   */
  stopParsing(): void {
    this.isParsingStopped = true;
    // Node's parser reads directly from the socket's handle. Adding a `data` listener ends this: Node then passes the bytes to
    // the parser with its own `data` listener, which `removeAllListeners` removes.
    this.socket.on('data', () => {}).removeAllListeners('data');
    this.socket.pause();
  }

  /**
   * Ends the connection so that the client can read the last response (RFC 9112, section 9.6). If the server closed a
   * connection with unread bytes, the system would reset it, and the client would lose the response. Therefore this method
   * discards the bytes that the client still sends, until the client closes its side or 2 s have passed.
   * @param last text to send before the end
   */
  lingeringClose(last?: string): void {
    const { socket } = this;
    socket.removeAllListeners('data').resume();
    if (last === undefined) socket.end();
    else socket.end(last);
    const timer = setTimeout(() => socket.destroy(), lingerTime);
    socket.once('close', () => clearTimeout(timer));
  }

  /** Ends the connection after the response, whose headers are not sent yet. Ignores what the client sends meanwhile. */
  closeAfter(response: ServerResponse): void {
    response.shouldKeepAlive = false;
    ignoreRestOfSegment(this.socket);
    this.stopParsing();
    // Node calls `destroySoon` after the last response.
    this.socket.destroySoon = () => this.lingeringClose();
  }

  /**
   * Makes the connection end after the response if the response is sent before the whole request was received. Otherwise Node
   * would parse the rest of the body.
   */
  closeAfterUnreadBody(request: IncomingMessage, response: ServerResponse): void {
    const writeHead = response.writeHead.bind(response) as (...parameters: unknown[]) => ServerResponse;
    response.writeHead = (...parameters: unknown[]) => {
      if (!request.complete || contextOf(request).bodyRefusal) this.closeAfter(response);
      return writeHead(...parameters);
    };
  }
}

/** Our state of the connections of one server. */
export class Connections {
  private readonly bySocket = new WeakMap<Socket, Connection>();

  /**
   * @param server server that does not listen yet
   */
  constructor(server: Server) {
    // A destroyed socket has no address.
    server.on('connection', (socket: Socket) =>
      this.bySocket.set(socket, new Connection(socket, socket.remoteAddress)),
    );
  }

  of(socket: Socket): Connection {
    let connection = this.bySocket.get(socket);
    if (!connection) this.bySocket.set(socket, (connection = new Connection(socket, undefined)));
    return connection;
  }
}

/**
 * Returns a set that contains the open connections of a server at any time. Node's own list lacks connections without a
 * parser, for example after CONNECT.
 * @param server server that does not listen yet
 */
export function openSocketsOf(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}
