import { OperatorError } from '@petstore/settings';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Between `start` and `stop`, SIGINT, SIGTERM and SIGHUP abort `signal` with an OperatorError instead of ending the process.
 * The import then rolls back. If it has already sent COMMIT, it waits for the response and reports the result.
 */
export class AbortOnSignal extends AbortController {
  start(): void {
    for (const name of signals) process.on(name, this.abortWith);
  }

  stop(): void {
    for (const name of signals) process.off(name, this.abortWith);
  }

  private readonly abortWith = (name: NodeJS.Signals) =>
    this.abort(new OperatorError(`stopped by ${name}: nothing was imported`));
}
