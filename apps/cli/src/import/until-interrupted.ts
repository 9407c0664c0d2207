import { OperatorError } from '@petstore/database';

/** The source, failing where SIGINT or SIGTERM comes, so that whoever draws from it undoes what it began. */
export async function* untilInterrupted<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  let signal: NodeJS.Signals | undefined;
  const onSignal = (received: NodeJS.Signals) => (signal = received);
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  try {
    for await (const item of source) {
      stopIf(signal);
      yield item;
    }
    stopIf(signal);
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}

function stopIf(signal: NodeJS.Signals | undefined): void {
  if (signal) throw new OperatorError(`stopped by ${signal}: nothing was imported`);
}
