import { channel } from 'node:diagnostics_channel';
import pg from 'pg';

const waits = channel('petstore.pool.wait');

export type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** Tells how long each connection was waited for, to those who listen; without them it is pg's own pool. */
export class ToldPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    if (!waits.hasSubscribers) return callback ? super.connect(callback) : super.connect();
    const asked = performance.now();
    const tell = () => waits.publish(performance.now() - asked);
    if (!callback) return super.connect().finally(tell);
    super.connect((error, client, done) => {
      tell();
      callback(error, client, done);
    });
  }
}

/**
 * Hears of every connection that a pool of this process gave or failed to give, and how long that took.
 * @returns how to hear no more
 */
export function onPoolWait(listener: (milliseconds: number) => void): () => void {
  const subscriber = (milliseconds: unknown) => listener(milliseconds as number);
  waits.subscribe(subscriber);
  return () => void waits.unsubscribe(subscriber);
}
