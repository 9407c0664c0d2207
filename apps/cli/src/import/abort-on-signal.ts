import { OperatorError } from '@petstore/settings';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Between `start` and `stop`, SIGINT, SIGTERM and SIGHUP abort `signal` with an OperatorError instead of ending the process.
 * The command then undoes its work, or completes it if it has already made it permanent.
 */
export class AbortOnSignal extends AbortController {
  /** @param result what the command has done after it was stopped, as the end of the error's message */
  constructor(private readonly result: string) {
    super();
  }

  start(): void {
    for (const name of signals) process.on(name, this.abortWith);
  }

  stop(): void {
    for (const name of signals) process.off(name, this.abortWith);
  }

  private readonly abortWith = (name: NodeJS.Signals) =>
    this.abort(new OperatorError(`stopped by ${name}: ${this.result}`));
}
