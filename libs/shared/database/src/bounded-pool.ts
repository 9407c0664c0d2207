import { channel } from 'node:diagnostics_channel';
import pg from 'pg';
import { DatabaseClient, unansweredEvent } from './database-client.ts';
import { requirePrimary } from './server-requirements.ts';
import { withOutcome } from './statement-outcome.ts';

/** Gets the milliseconds of each wait for a connection. */
const waits = channel('petstore.pool.wait');

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/**
 * pg's pool with a bounded queue and connections to a primary only. A caller that gets no connection gets an error with the
 * outcome `not sent`. If a statement gets no response within its timeout, the pool closes its idle connections: a firewall or a
 * failed host can have dropped all of them, and each would cost one statement timeout.
 */
export class BoundedPool extends pg.Pool {
  private readonly idle = new Set<DatabaseClient>();

  constructor(private readonly settings: pg.PoolConfig & { queue: number }) {
    super({
      ...settings,
      Client: DatabaseClient,
      verify: (client, done) => void requirePrimary(client).then(() => done(), done),
    });
    this.on('acquire', (client) => this.idle.delete(client as unknown as DatabaseClient));
    this.on('release', (_error, client) => this.idle.add(client as unknown as DatabaseClient));
    this.on('remove', (client) => this.idle.delete(client as unknown as DatabaseClient));
    const reason = new Error('a statement on another connection got no answer');
    const closeIdle = () => [...this.idle].forEach((client) => client.fail(reason));
    this.on('connect', (client) => client.on(unansweredEvent as 'end', closeIdle));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (!callback) {
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (error ? reject(error) : resolve(client!)));
      });
    }
    const { max = Infinity, queue } = this.settings;
    // pg assigns idle connections to waiting callers asynchronously, so both counts can be positive at the same time.
    if (this.totalCount >= max && this.waitingCount - this.idleCount >= queue) {
      const error = new Error('the queue for a database connection is full');
      return callback(withOutcome(error, 'not sent'), undefined, () => undefined);
    }
    const startedAt = waits.hasSubscribers ? performance.now() : undefined;
    super.connect((error, client, done) => {
      if (startedAt !== undefined) waits.publish(performance.now() - startedAt);
      callback(error && withOutcome(error, 'not sent'), client, done);
    });
  }
}

/**
 * Subscribes to the waits for connections of every pool in this process.
 * @param listener gets the milliseconds of each wait, also if the wait failed
 * @returns a function that unsubscribes
 */
export function onPoolWait(listener: (milliseconds: number) => void): () => void {
  const subscriber = (milliseconds: unknown) => listener(milliseconds as number);
  waits.subscribe(subscriber);
  return () => void waits.unsubscribe(subscriber);
}
