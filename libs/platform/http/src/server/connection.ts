import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ignoreRestOfSegment } from './node-internals.ts';

/** Milliseconds that a client has for reading the last response before its connection is destroyed. */
const lingerTime = 2_000;

/** Our state of a connection, and the ways to end it. */
export class Connection {
  /** Whether `stopParsing` was called. Then errors that Node still reports about the parser are ignored. */
  isParsingStopped = false;

  /** @param peerAddress of the client, or of a proxy; undefined if the server does not record addresses */
  constructor(
    private readonly socket: Socket,
    readonly peerAddress: string | undefined,
  ) {}

  /**
   * Disconnects Node's parser and stops reading; responses can still be sent. Otherwise Node would emit `clientError` for each
   * further segment, and need 0.3 s for a megabyte of small chunks.
   */
  stopParsing(): void {
    this.isParsingStopped = true;
    // Node's parser reads from the handle until a listener for `data` is added. Then another listener passes it the bytes.
    this.socket.on('data', () => {}).removeAllListeners('data');
    this.socket.pause();
  }

  /**
   * Ends the connection so that the client can read what was sent (RFC 9112, section 9.6). The system would reset a
   * connection that is closed while received bytes are unread, and the client would lose the response. Discards what the
   * client still sends, and destroys the connection when the client has closed its side, or after 2 s.
   * @param last bytes to send before the end
   */
  lingeringClose(last?: string): void {
    const { socket } = this;
    socket.removeAllListeners('data').resume();
    if (last === undefined) socket.end();
    else socket.end(last);
    const timer = setTimeout(() => socket.destroy(), lingerTime);
    socket.once('close', () => clearTimeout(timer));
  }

  /** Ends the connection with a response that is sent before its request was received: Node would parse and discard the rest. */
  closeAfterUnreadBody(request: IncomingMessage, response: ServerResponse): void {
    const writeHead = response.writeHead.bind(response) as (...parameters: unknown[]) => ServerResponse;
    response.writeHead = (...parameters: unknown[]) => {
      if (!request.complete) {
        response.shouldKeepAlive = false;
        ignoreRestOfSegment(this.socket);
        this.stopParsing();
        // Node calls this after the last response.
        this.socket.destroySoon = () => this.lingeringClose();
      }
      return writeHead(...parameters);
    };
  }
}

/** Our state of the connections of one server. */
export class Connections {
  private readonly bySocket = new WeakMap<Socket, Connection>();

  /**
   * @param server not yet listening
   * @param recordsAddress whether to read the peer's address when the connection opens: a destroyed socket has none
   */
  constructor(server: Server, recordsAddress: boolean) {
    if (!recordsAddress) return;
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
 * The open connections of a server. Node's list lacks those without a parser, for example after CONNECT.
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
