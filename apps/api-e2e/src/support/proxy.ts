import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { urlOf } from './postgres.ts';

/** A message of PostgreSQL's protocol. `type` is one character: `Z` is ReadyForQuery, `C` CommandComplete, `S` of a client Sync. */
interface Message {
  readonly type: string;
  readonly bytes: Buffer;
}

/** What a client gets instead of the server's response to a statement, before its connection is closed or reset. */
export interface Cut {
  readonly bytes: Buffer;
  readonly isReset?: boolean;
}

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  /** `silent`: nothing is forwarded. `read-only`: each statement gets SQLSTATE 25006, and the server does not get it. */
  mode: 'open' | 'silent' | 'read-only';
}

/** A TCP proxy, without TLS, between the service and PostgreSQL. */
export class Proxy {
  /** Called with the command tags of each complete response, such as `INSERT 0 1`. The statement has been executed. */
  cut: (tags: readonly string[]) => Cut | undefined = () => undefined;

  private readonly listener = createServer((client) => this.accept(client));
  private readonly pairs = new Set<Pair>();

  private constructor(private port: number) {}

  /** @param port port of the server */
  static async start(port: number): Promise<Proxy> {
    const proxy = new Proxy(port);
    await once(proxy.listener.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  get url(): string {
    return urlOf((this.listener.address() as AddressInfo).port);
  }

  /** Forwards new connections to another server, and closes the open ones, as the move of an address does. */
  redirect(port: number): void {
    this.port = port;
    for (const { client, server } of this.pairs) [client, server].forEach((socket) => socket.destroy());
  }

  /** Drops the packets of the open connections, as a firewall may do. New connections work. */
  drop(): void {
    for (const pair of this.pairs) pair.mode = 'silent';
  }

  /** Makes the open connections those of a former primary: a pooler between them kept them open. New connections work. */
  demote(): void {
    for (const pair of this.pairs) pair.mode = 'read-only';
  }

  close(): void {
    this.listener.close();
    this.redirect(this.port);
  }

  private accept(client: Socket): void {
    const pair: Pair = { client, server: connect(this.port, '127.0.0.1'), mode: 'open' };
    this.pairs.add(pair);
    const { server } = pair;
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.pairs.delete(pair);
        // The client of a silent connection does not learn that the server has closed it.
        if (socket === client || pair.mode === 'open') other.destroy();
      });
    }
    const refuse = splitter(({ type }) => {
      if (type === 'S' || type === 'Q') client.write(Buffer.concat([readOnlyError, readyForQuery]));
    });
    client.on('data', (chunk: Buffer) => {
      if (pair.mode === 'read-only') refuse(chunk);
      if (pair.mode === 'open') server.write(chunk);
    });
    this.forwardAnswers(pair);
  }

  private forwardAnswers(pair: Pair): void {
    const { client, server } = pair;
    let messages: Message[] = [];
    const split = splitter((message) => {
      messages.push(message);
      // ReadyForQuery ends a response. During authentication, the server waits for the client without one.
      if (message.type !== 'Z' && message.type !== 'R') return;
      const tags = messages.filter(({ type }) => type === 'C').map(({ bytes }) => bytes.subarray(5, -1).toString());
      const cut = pair.mode === 'open' && tags.length > 0 ? this.cut(tags) : undefined;
      if (pair.mode !== 'silent') client.write(cut?.bytes ?? Buffer.concat(messages.map(({ bytes }) => bytes)));
      messages = [];
      if (cut?.isReset) client.resetAndDestroy();
      else if (cut) client.end();
    });
    server.on('data', split);
    // A FATAL error has no ReadyForQuery.
    server.on('end', () => pair.mode === 'open' && client.end(Buffer.concat(messages.map(({ bytes }) => bytes))));
  }
}

/** Returns a function that takes the chunks of a stream of messages, and passes each complete message on. */
function splitter(onMessage: (message: Message) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const bytes = rest.subarray(0, 1 + rest.readUInt32BE(1));
      rest = rest.subarray(bytes.length);
      onMessage({ type: String.fromCharCode(bytes[0]!), bytes });
    }
  };
}

function messageOf(type: string, body: string): Buffer {
  const head = Buffer.from(`${type}0000`);
  head.writeUInt32BE(4 + Buffer.byteLength(body), 1);
  return Buffer.concat([head, Buffer.from(body)]);
}

/** Returns an ErrorResponse. @param severity as the server translates it */
export function errorResponse(severity: string, code: string, message: string): Buffer {
  return messageOf('E', `S${severity}\0V${severity}\0C${code}\0M${message}\0\0`);
}

const readyForQuery = messageOf('Z', 'I');
const readOnlyError = errorResponse('ERROR', '25006', 'cannot execute INSERT in a read-only transaction');
