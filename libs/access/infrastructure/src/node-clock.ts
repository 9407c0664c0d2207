import { Clock } from '@petstore/access-domain';

export class NodeClock extends Clock {
  monotonic(): number {
    return performance.now();
  }
}
