import type { DestinationStream } from 'pino';

/**
 * Hands on all lines of one turn of the event loop as one: under load they are many, and each would be a call of the
 * system. The last ones are handed on when the process ends.
 */
export function perTurn(destination: DestinationStream): DestinationStream {
  let lines = '';
  const handOn = () => {
    if (lines === '') return;
    const text = lines;
    lines = '';
    destination.write(text);
  };
  process.on('exit', handOn);
  return {
    write(line) {
      if (lines === '') setImmediate(handOn);
      lines += line;
    },
  };
}
