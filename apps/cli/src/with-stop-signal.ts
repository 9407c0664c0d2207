import { statementFailure } from '@petstore/database';
import { OperatorError } from '@petstore/operations';
import { stopSignals } from '@petstore/operations/shutdown-signals';

/**
 * Runs `work`. Meanwhile SIGINT, SIGTERM and SIGHUP do not end the process, but abort the signal of `work` with an OperatorError. The
 * command then undoes its work, or completes the work if that is permanent already.
 * @param result the end of the error's message: the state after the stop, or after a failed statement, such as `nothing was imported`
 */
export async function withStopSignal<T>(result: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const abort = (name: NodeJS.Signals) => controller.abort(new OperatorError(`stopped by ${name}: ${result}`));
  for (const name of stopSignals) process.on(name, abort);
  try {
    return await work(controller.signal);
  } catch (error) {
    // A message for the operator says itself what the state is: the animals may be imported.
    const failure = error instanceof OperatorError ? undefined : statementFailure(error);
    throw failure ? new OperatorError(`${failure.message}: ${result}`, { cause: error }) : error;
  } finally {
    for (const name of stopSignals) process.off(name, abort);
  }
}
