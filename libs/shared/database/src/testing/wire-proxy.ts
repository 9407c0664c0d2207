import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A message of PostgreSQL's wire protocol, as the server sends it after the start of a session. */
export interface WireMessage {
  /** One character: `Z` is ReadyForQuery, `C` CommandComplete, `E` ErrorResponse. */
  readonly type: string;
  /** The whole message, with type and length. */
  readonly bytes: Buffer;
}

/** The replacement of the server's response to a statement, and the state of the connection after it. */
export interface Replacement {
  readonly bytes: Buffer;
  /** `open`: no change. `silent`: the proxy forwards no more responses. `ended`: closed. `reset`: closed with an RST. */
  readonly then: 'open' | 'silent' | 'ended' | 'reset';
}

/** The messages of the server's response to a statement, up to ReadyForQuery. The statement has ended before it. */
export type Answer = readonly WireMessage[];

/** A TCP proxy without TLS for a PostgreSQL that listens on a Unix socket. It can replace answers of the server. */
export class WireProxy {
  /** Called with each complete response. If it returns a replacement, the client gets the replacement. */
  replace: (answer: Answer) => Replacement | undefined = () => undefined;

  private readonly server = createServer((client) => this.join(client));
  private readonly sockets = new Set<Socket>();
  /** Number of calls of `silence`. */
  private silences = 0;

  private constructor(private readonly path: string) {}

  /** Starts a proxy for a server. @param url URL of the server, with the directory of its socket as `host` */
  static async startFor(url: string): Promise<WireProxy> {
    const directory = new URLSearchParams(url.split('?')[1]).get('host')!;
    const proxy = new WireProxy(`${directory}/.s.PGSQL.5432`);
    await once(proxy.server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  /** Returns the URL of the same database through the proxy. */
  urlOf(url: string): string {
    const [, user, database] = /^postgresql:\/\/([^@]*)@\/([^?]*)/.exec(url)!;
    return `postgresql://${user}@127.0.0.1:${(this.server.address() as AddressInfo).port}/${database}`;
  }

  /** Forwards no more answers on the open connections, without closing them. New connections work. */
  silence(): void {
    this.silences += 1;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private join(client: Socket): void {
    const server = connect(this.path);
    const { silences } = this;
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.sockets.delete(one);
        // The client of a silenced connection does not get to know that the server has closed it.
        if (one === client || silences === this.silences) other.destroy();
      });
    }
    client.pipe(server);
    this.answer(server, client);
  }

  private answer(server: Socket, client: Socket): void {
    let rest: Buffer = Buffer.alloc(0);
    let messages: WireMessage[] = [];
    const { silences } = this;
    let isSilent = false;
    server.on('data', (chunk: Buffer) => {
      isSilent ||= silences < this.silences;
      rest = Buffer.concat([rest, chunk]);
      for (let message = firstOf(rest); message; message = firstOf(rest)) {
        rest = rest.subarray(message.bytes.length);
        messages.push(message);
        // ReadyForQuery does not follow a FATAL or PANIC.
        if (message.type !== 'Z') continue;
        const replacement = isSilent ? silence : this.replace(messages);
        client.write(replacement?.bytes ?? Buffer.concat(messages.map(({ bytes }) => bytes)));
        messages = [];
        isSilent ||= replacement?.then === 'silent';
        if (replacement?.then === 'ended') client.end();
        if (replacement?.then === 'reset') client.resetAndDestroy();
      }
    });
    server.on('end', () => {
      if (!isSilent) client.end(Buffer.concat([...messages.map(({ bytes }) => bytes), rest]));
    });
  }
}

const silence: Replacement = { bytes: Buffer.alloc(0), then: 'silent' };

function firstOf(bytes: Buffer): WireMessage | undefined {
  if (bytes.length < 5) return undefined;
  const length = 1 + bytes.readUInt32BE(1);
  if (bytes.length < length) return undefined;
  return { type: String.fromCharCode(bytes[0]!), bytes: bytes.subarray(0, length) };
}

export function wireMessage(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(4 + body.length);
  return Buffer.concat([Buffer.from(type), length, body]);
}

/**
 * An ErrorResponse.
 * @param severity the translated field `S`, which is all that pg exposes
 */
export function errorResponse(severity: string, code: string, message: string): Buffer {
  const fields = { S: severity, V: severity, C: code, M: message };
  const text = Object.entries(fields).map(([name, value]) => `${name}${value}\0`);
  return wireMessage('E', Buffer.from(`${text.join('')}\0`));
}

export const readyForQuery = wireMessage('Z', Buffer.from('I'));

/** Whether the response says that a statement with this command tag, such as `INSERT`, succeeded. */
export function succeeded(answer: Answer, tag: string): boolean {
  return answer.some(({ type, bytes }) => type === 'C' && bytes.subarray(5).toString().startsWith(tag));
}
