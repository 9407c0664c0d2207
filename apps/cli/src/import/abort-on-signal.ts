import { OperatorError } from '@petstore/settings';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Between `start` and `stop`, SIGINT, SIGTERM and SIGHUP abort `signal` with an OperatorError instead of ending the process.
 * The import then rolls back or, if COMMIT was already sent, waits for the answer and reports the result.
 */
export class AbortOnSignal extends AbortController {
  start(): void {
    for (const name of signals) process.on(name, this.abortBy);
  }

  stop(): void {
    for (const name of signals) process.off(name, this.abortBy);
  }

  private readonly abortBy = (name: NodeJS.Signals) =>
    this.abort(new OperatorError(`stopped by ${name}: nothing was imported`));
}
