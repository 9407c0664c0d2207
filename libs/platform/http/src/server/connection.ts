import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds that a client has for reading the last response before its connection is destroyed. */
const lingerTime = 2_000;

/** What the server knows of a connection beside Node's own state, and how it ends the connection. */
export class Connection {
  private stopped = false;

  /** @param peerAddress of the client, or of a proxy; undefined if the server does not record addresses */
  constructor(
    private readonly socket: Socket,
    readonly peerAddress: string | undefined,
  ) {}

  /** Whether `stopParsing` was called: what Node still reports about the parser has no meaning then. */
  get isParsingStopped(): boolean {
    return this.stopped;
  }

  /**
   * Takes the connection away from Node's parser and stops reading from it. Responses can still be sent. Node goes on parsing
   * otherwise: it emits `clientError` for each further segment, and needs 0.3 s for a megabyte of small chunks.
   */
  stopParsing(): void {
    this.stopped = true;
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
}

/** The connections of one server. */
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
