import { channel } from 'node:diagnostics_channel';
import pg from 'pg';

const waits = channel('petstore.pool.wait');

export type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** pg's pool that publishes the wait for each connection on a diagnostics channel. Without a subscriber it measures nothing. */
export class InstrumentedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (!waits.hasSubscribers) return callback ? super.connect(callback) : super.connect();
    const startedAt = performance.now();
    const publish = () => waits.publish(performance.now() - startedAt);
    if (!callback) return super.connect().finally(publish);
    super.connect((error, client, done) => {
      publish();
      callback(error, client, done);
    });
  }
}

/**
 * Subscribes to the wait for every connection of every pool in this process, failed attempts included.
 * @returns a function that unsubscribes
 */
export function onPoolWait(listener: (milliseconds: number) => void): () => void {
  const subscriber = (milliseconds: unknown) => listener(milliseconds as number);
  waits.subscribe(subscriber);
  return () => void waits.unsubscribe(subscriber);
}
