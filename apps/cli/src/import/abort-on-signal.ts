import { OperatorError } from '@petstore/database';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * While it is active, SIGINT, SIGTERM and SIGHUP do not end the process. They abort `signal` with an OperatorError. The import
 * then rolls back or, if COMMIT was already sent, waits for the answer and reports the result.
 */
export class Interruption {
  private readonly controller = new AbortController();

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  begin(): void {
    for (const name of signals) process.on(name, this.abort);
  }

  end(): void {
    for (const name of signals) process.off(name, this.abort);
  }

  private readonly abort = (name: NodeJS.Signals) =>
    this.controller.abort(new OperatorError(`stopped by ${name}: nothing was imported`));
}
