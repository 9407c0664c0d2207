import { OperatorError } from '@petstore/settings';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs `work`. Meanwhile SIGINT, SIGTERM and SIGHUP abort its signal with an OperatorError instead of ending the process. The
 * command then undoes its work, or completes it if it has already made it permanent.
 * @param result what the command has done after it was stopped, as the end of the error's message
 */
export async function withStopSignal<T>(result: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const abort = (name: NodeJS.Signals) => controller.abort(new OperatorError(`stopped by ${name}: ${result}`));
  for (const name of signals) process.on(name, abort);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of signals) process.off(name, abort);
  }
}
