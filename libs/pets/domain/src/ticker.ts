/** Calls functions at intervals of the monotonic clock of the process. */
export abstract class Ticker {
  /** Returns the milliseconds since a fixed moment. Changes of the system time do not affect it. */
  abstract now(): number;

  /**
   * Calls `tick` at intervals. Does not keep the process running.
   * @param interval milliseconds
   * @returns a function that ends the calls
   */
  abstract start(interval: number, tick: () => void): () => void;
}
