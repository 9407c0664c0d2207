import type { DestinationStream } from 'pino';

/**
 * Returns a destination that needs fewer writes. It writes the first line of an event-loop iteration immediately. It writes the
 * others together at the end of the iteration, or when the process exits.
 */
export function batchedDestination(destination: DestinationStream): DestinationStream {
  let isFirst = true;
  let batch = '';
  const flush = () => {
    isFirst = true;
    const text = batch;
    batch = '';
    if (text !== '') destination.write(text);
  };
  process.on('exit', flush);
  return {
    write(line) {
      if (!isFirst) return void (batch += line);
      isFirst = false;
      setImmediate(flush);
      destination.write(line);
    },
  };
}
