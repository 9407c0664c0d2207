import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { connectionOptions } from '../settings/database-url.ts';
import { splitter } from './proxy.ts';

/** A connection to PostgreSQL. */
interface Session {
  readonly socket: Socket;
  /** Called with each response up to ReadyForQuery, and whether a transaction is open after it. */
  onAnswer: (answer: Buffer, isInTransaction: boolean) => void;
}

/**
 * A pooler in transaction mode, as PgBouncer without `max_prepared_statements`: each statement outside of a transaction, and each
 * transaction, gets the session that has been free for the longest time. Needs a server without a password.
 */
export class TransactionPooler {
  private readonly listener = createServer((client) => this.accept(client));
  private readonly free: Session[] = [];
  private readonly waiting: ((session: Session) => void)[] = [];
  private readonly sockets: Socket[] = [];
  private greeting: Promise<Buffer> | undefined;

  private constructor(
    private readonly target: string,
    private readonly size: number,
  ) {}

  /** @param size number of sessions */
  static async start(target: string, size: number): Promise<TransactionPooler> {
    const pooler = new TransactionPooler(target, size);
    await once(pooler.listener.listen(0, '127.0.0.1'), 'listening');
    return pooler;
  }

  /** URL of the database through the pooler. */
  get url(): string {
    const { port } = this.listener.address() as AddressInfo;
    return this.target.replace(/@[^/]*\/([^?]*).*/, `@127.0.0.1:${port}/$1?sslmode=disable`);
  }

  close(): void {
    this.listener.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private accept(client: Socket): void {
    this.sockets.push(client.on('error', () => undefined));
    let messages: Buffer[] = [];
    let held: Session | undefined;
    const split = splitter(({ type, bytes }) => {
      messages.push(bytes);
      // Sync, or a message of the simple protocol.
      if (type !== 'S' && type !== 'Q') return;
      const statement = Buffer.concat(messages);
      messages = [];
      const execute = (session: Session) => {
        session.onAnswer = (answer, isInTransaction) => {
          held = isInTransaction ? session : undefined;
          if (!held) this.release(session);
          client.write(answer);
        };
        session.socket.write(statement);
      };
      const session = held ?? this.free.shift();
      if (session) execute(session);
      else this.waiting.push(execute);
    });
    client.once('data', (startup: Buffer) => {
      this.greeting ??= this.openSessions(startup);
      void this.greeting.then((greeting) => client.on('data', split).write(greeting));
    });
  }

  /** Returns what PostgreSQL answers at the beginning of a session. */
  private async openSessions(startup: Buffer): Promise<Buffer> {
    const greetings = Array.from({ length: this.size }, () => this.openSession(startup));
    return (await Promise.all(greetings))[0]!;
  }

  private openSession(startup: Buffer): Promise<Buffer> {
    const { host = '', port = 5432 } = connectionOptions(this.target);
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    this.sockets.push(socket.on('error', () => undefined));
    socket.write(startup);
    return new Promise((resolve) => {
      const session: Session = {
        socket,
        onAnswer: (greeting) => {
          this.release(session);
          resolve(greeting);
        },
      };
      let messages: Buffer[] = [];
      const split = splitter(({ type, bytes }) => {
        messages.push(bytes);
        if (type !== 'Z') return;
        const answer = Buffer.concat(messages);
        messages = [];
        session.onAnswer(answer, bytes.at(-1) !== 'I'.charCodeAt(0));
      });
      socket.on('data', split);
    });
  }

  private release(session: Session): void {
    const execute = this.waiting.shift();
    if (execute) execute(session);
    else this.free.push(session);
  }
}
