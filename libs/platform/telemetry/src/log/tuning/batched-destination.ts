import type { DestinationStream } from 'pino';

/** Writes the first line of an event-loop iteration immediately and the others together at its end or at the exit. */
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
