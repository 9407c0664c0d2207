import { Ticker } from '@petstore/pets-domain';

export class NodeTicker extends Ticker {
  now(): number {
    return performance.now();
  }

  start(interval: number, tick: () => void): () => void {
    const timer = setInterval(tick, interval).unref();
    return () => clearInterval(timer);
  }
}
