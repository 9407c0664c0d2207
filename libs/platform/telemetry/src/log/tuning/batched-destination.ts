import type { DestinationStream } from 'pino';

/**
 * Hands on the first line at once, and as one all that follow in the same turn of the event loop: under load they are
 * many, and each would be a call of the system. What is left is handed on when the process ends.
 */
export function batchedDestination(destination: DestinationStream): DestinationStream {
  let isFirst = true;
  let others = '';
  const handOn = () => {
    isFirst = true;
    const text = others;
    others = '';
    if (text !== '') destination.write(text);
  };
  process.on('exit', handOn);
  return {
    write(line) {
      if (!isFirst) return void (others += line);
      isFirst = false;
      setImmediate(handOn);
      destination.write(line);
    },
  };
}
