import { OperatorError } from '@petstore/settings';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Between `start` and `stop`, SIGINT, SIGTERM and SIGHUP abort `signal` with an OperatorError instead of ending the process.
 * The import then rolls back or, if COMMIT was already sent, waits for the answer and reports the result.
 */
export class AbortOnSignal {
  private readonly controller = new AbortController();

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  start(): void {
    for (const name of signals) process.on(name, this.abort);
  }

  stop(): void {
    for (const name of signals) process.off(name, this.abort);
  }

  private readonly abort = (name: NodeJS.Signals) =>
    this.controller.abort(new OperatorError(`stopped by ${name}: nothing was imported`));
}
