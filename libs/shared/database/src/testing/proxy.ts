import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { connectionOptions } from '../settings/database-url.ts';

/** A message of PostgreSQL's protocol. `type` is one character: `Z` is ReadyForQuery, `C` CommandComplete, `S` of a client Sync. */
interface Message {
  readonly type: string;
  readonly bytes: Buffer;
}

/** The messages of the server's response to a statement, up to ReadyForQuery. The statement has been executed. */
export type Answer = readonly Message[];

/** What a client gets instead of the server's response, and the state of its connection after that. */
export interface Replacement {
  readonly bytes: Buffer;
  /** `open`: no change. `silent`: nothing is forwarded any more. `ended`: closed. `reset`: closed with an RST. */
  readonly then: 'open' | 'silent' | 'ended' | 'reset';
}

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  /** `silent`: nothing is forwarded. `read-only`: each statement gets SQLSTATE 25006, and the server does not get it. */
  mode: 'open' | 'silent' | 'read-only';
  /** Whether the proxy has begun a transaction, and the server has not yet answered. */
  isBeginning: boolean;
}

/** A TCP proxy, without TLS, between a client and PostgreSQL. */
export class Proxy {
  /** Called with each complete response. If it returns a replacement, the client gets the replacement. */
  replace: (answer: Answer) => Replacement | undefined = () => undefined;

  /** Whether new connections lose their startup parameter `options`, as in PgBouncer with `ignore_startup_parameters`. */
  ignoresOptions = false;

  /** Whether new connections begin a transaction before their first INSERT with a parameter, and do not end it, as pgpool-II in raw mode. */
  beginsTransactions = false;

  private readonly listener = createServer((client) => this.accept(client));
  private readonly pairs = new Set<Pair>();

  private constructor(private target: string) {}

  static async start(target: string): Promise<Proxy> {
    const proxy = new Proxy(target);
    await once(proxy.listener.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  /** URL of the database through the proxy. */
  get url(): string {
    const { port } = this.listener.address() as AddressInfo;
    return this.target.replace(/@[^/]*\/([^?]*).*/, `@127.0.0.1:${port}/$1?sslmode=disable`);
  }

  /** Sends `replacement` in place of the next response that says that a statement with this command tag succeeded. */
  replaceNext(tag: string, replacement: Replacement): void {
    this.replace = (answer) => {
      if (!succeeded(answer, tag)) return undefined;
      this.replace = () => undefined;
      return replacement;
    };
  }

  /** Forwards new connections to another server, and closes the open ones, as the move of an address does. */
  redirect(target: string): void {
    this.target = target;
    for (const { client, server } of this.pairs) [client, server].forEach((socket) => socket.destroy());
  }

  /** Drops the packets of the open connections, as a firewall may do. New connections work. */
  drop(): void {
    for (const pair of this.pairs) pair.mode = 'silent';
  }

  /** Makes the server of the open connections read-only, as after its demotion if a pooler keeps them open. New connections work. */
  demote(): void {
    for (const pair of this.pairs) pair.mode = 'read-only';
  }

  close(): void {
    this.listener.close();
    this.redirect(this.target);
  }

  private accept(client: Socket): void {
    const { host = '', port = 5432 } = connectionOptions(this.target);
    const server = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    const pair: Pair = { client, server, mode: 'open', isBeginning: false };
    this.pairs.add(pair);
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
    let beginsTransaction = this.beginsTransactions;
    let isStartup = true;
    client.on('data', (received: Buffer) => {
      const chunk = isStartup && this.ignoresOptions ? withoutOptions(received) : received;
      isStartup = false;
      if (beginsTransaction && chunk.toString('latin1', 0, 1) === 'P' && chunk.includes('INSERT')) {
        server.write(messageOf('Q', 'BEGIN\0'));
        pair.isBeginning = true;
        beginsTransaction = false;
      }
      if (pair.mode === 'read-only') refuse(chunk);
      if (pair.mode === 'open') server.write(chunk);
    });
    this.forwardAnswers(pair);
  }

  private forwardAnswers(pair: Pair): void {
    const { client, server } = pair;
    let messages: Message[] = [];
    const received = () => Buffer.concat(messages.map(({ bytes }) => bytes));
    const split = splitter((message) => {
      messages.push(message);
      // ReadyForQuery ends a response. During authentication, the server waits for the client without one.
      if (message.type !== 'Z' && message.type !== 'R') return;
      if (pair.isBeginning && message.type === 'Z') {
        pair.isBeginning = false;
        messages = [];
        return;
      }
      const replacement = pair.mode === 'open' && message.type === 'Z' ? this.replace(messages) : undefined;
      if (pair.mode !== 'silent') client.write(replacement?.bytes ?? received());
      messages = [];
      if (replacement?.then === 'silent') pair.mode = 'silent';
      if (replacement?.then === 'ended') client.end();
      if (replacement?.then === 'reset') client.resetAndDestroy();
    });
    server.on('data', split);
    // A FATAL error has no ReadyForQuery.
    server.on('end', () => pair.mode === 'open' && client.end(received()));
  }
}

/** Returns a startup message without the parameter `options`. The message has arrived in one chunk. */
function withoutOptions(message: Buffer): Buffer {
  const [, options = ''] = /\0(options\0[^\0]*\0)/.exec(message.toString('latin1')) ?? [];
  const rest = Buffer.from(message.toString('latin1').replace(options, ''), 'latin1');
  rest.writeUInt32BE(rest.length);
  return rest;
}

/** Returns a function that takes the chunks of a stream of messages, and passes each complete message on. */
export function splitter(onMessage: (message: Message) => void): (chunk: Buffer) => void {
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

/** Whether the response says that a statement with this command tag, such as `INSERT`, succeeded. */
export function succeeded(answer: Answer, tag: string): boolean {
  return answer.some(({ type, bytes }) => type === 'C' && bytes.subarray(5).toString().startsWith(tag));
}

/**
 * For `Proxy.replace`: changes the answer of a standby to `requirePrimary` to that of a primary, as if a pooler had led the
 * connection to the primary before.
 */
export function claimPrimary(answer: Answer): Replacement | undefined {
  // The name of the column in the RowDescription.
  if (!answer.some(({ type, bytes }) => type === 'T' && bytes.includes('standby\0'))) return undefined;
  // The DataRow ends with the value.
  for (const { type, bytes } of answer) if (type === 'D') bytes.write('f', bytes.length - 1);
  return { bytes: Buffer.concat(answer.map(({ bytes }) => bytes)), then: 'open' };
}

/** For `Proxy.replace`: changes an answer that identifies the server (`requirePrimary`), as if another server had sent it. */
export function fromAnotherServer(answer: Answer): Replacement | undefined {
  if (!answer.some(({ type, bytes }) => type === 'T' && bytes.includes('server\0'))) return undefined;
  // The value is the time of its start.
  for (const { type, bytes } of answer) if (type === 'D') bytes.write('30', bytes.indexOf('20'));
  return { bytes: Buffer.concat(answer.map(({ bytes }) => bytes)), then: 'open' };
}

export function messageOf(type: string, body: string): Buffer {
  const head = Buffer.from(`${type}0000`);
  head.writeUInt32BE(4 + Buffer.byteLength(body), 1);
  return Buffer.concat([head, Buffer.from(body)]);
}

/** Returns an ErrorResponse. @param severity as the server translates it */
export function errorResponse(severity: string, code: string, message: string): Buffer {
  return messageOf('E', `S${severity}\0V${severity}\0C${code}\0M${message}\0\0`);
}

export const readyForQuery = messageOf('Z', 'I');
const readOnlyError = errorResponse('ERROR', '25006', 'cannot execute INSERT in a read-only transaction');
