import type { Deadline } from '@petstore/kernel';
import type { DataSource } from 'typeorm';
import { DatabaseUnavailable, OutcomeUnknown, toDomainError } from '../database.errors.ts';
import type { PreparedStatement } from '../prepared-statement.ts';
import type { PendingCall } from './batcher.ts';

/** Converts the inputs of calls to one statement, and its rows to the results of the calls. */
export interface BatchStatement<Input, Result, Row extends readonly unknown[]> {
  readonly statement: PreparedStatement<Row>;
  /** Whether the statement changes data. The outcome of a `change` without a response is unknown. */
  readonly effect: 'read' | 'change';
  readonly parametersOf: (inputs: readonly Input[]) => readonly unknown[];
  /** Returns the results in the order of the inputs. An Error fails only its own call. */
  readonly resultsOf: (rows: readonly Row[], inputs: readonly Input[]) => readonly (Result | Error)[];
}

type AnyCall = Pick<PendingCall<unknown, never>, 'deadline' | 'isSettled' | 'fail'>;

/**
 * Executes one statement for the calls and settles them. A call whose deadline passes before the statement is sent fails
 * with DatabaseUnavailable and is not part of the statement. A call whose deadline passes later fails with OutcomeUnknown
 * if the statement changes data, otherwise with DatabaseUnavailable.
 * @returns the error from `toDomainError` if the statement failed. The caller must then settle the pending calls.
 */
export async function executeBatch<Input, Result, Row extends readonly unknown[]>(
  dataSource: DataSource,
  { statement, effect, parametersOf, resultsOf }: BatchStatement<Input, Result, Row>,
  calls: readonly PendingCall<Input, Result>[],
): Promise<unknown> {
  let sent: readonly PendingCall<Input, Result>[] | undefined;
  let timer: NodeJS.Timeout | undefined;
  const checkDeadlines = () => {
    const now = performance.now();
    const next = failExpired(calls, now, sent && effect === 'change' ? OutcomeUnknown : DatabaseUnavailable);
    clearTimeout(timer);
    if (next && next.at !== Infinity) timer = setTimeout(checkDeadlines, next.delay(now));
  };
  checkDeadlines();
  if (calls.every(({ isSettled }) => isSettled)) return undefined;
  let rows: readonly Row[];
  try {
    const parametersOfPending = () => {
      // Timers fire late when the process is busy.
      checkDeadlines();
      const pending = calls.filter(({ isSettled }) => !isSettled);
      if (pending.length === 0) return undefined;
      const parameters = parametersOf(inputsOf(pending));
      sent = pending;
      return parameters;
    };
    rows = await statement.run(dataSource, parametersOfPending, () => (sent = undefined));
  } catch (error) {
    return toDomainError(error, effect);
  } finally {
    clearTimeout(timer);
  }
  // TypeScript does not know that `run` calls the functions above, which change `sent`.
  const executed = sent as readonly PendingCall<Input, Result>[] | undefined;
  if (!executed) return undefined;
  try {
    settle(executed, resultsOf(rows, inputsOf(executed)));
    return undefined;
  } catch (error) {
    // The statement was executed, but its rows cannot be converted to results.
    return effect === 'change' ? new OutcomeUnknown(error) : error;
  }
}

/** Executes one statement for the calls. An error of the statement fails all of them. */
export async function executeBatchOrFailAll<Input, Result, Row extends readonly unknown[]>(
  dataSource: DataSource,
  batchStatement: BatchStatement<Input, Result, Row>,
  calls: readonly PendingCall<Input, Result>[],
): Promise<void> {
  const error = await executeBatch(dataSource, batchStatement, calls);
  if (error !== undefined) failPending(calls, error);
}

/** Fails the calls that have no result yet. */
export function failPending(calls: readonly AnyCall[], error: unknown): void {
  for (const call of calls) if (!call.isSettled) call.fail(error);
}

function inputsOf<Input>(calls: readonly PendingCall<Input, never>[]): Input[] {
  return calls.map(({ input }) => input);
}

function settle<Result>(calls: readonly PendingCall<unknown, Result>[], results: readonly (Result | Error)[]): void {
  if (results.length !== calls.length) throw new Error(`${results.length} results for ${calls.length} calls`);
  for (const [index, call] of calls.entries()) {
    const result = results[index]!;
    if (call.isSettled) continue;
    if (result instanceof Error) call.fail(result);
    else call.succeed(result);
  }
}

/** Fails the calls whose deadline has passed at `now`. @returns the earliest deadline of the pending calls */
function failExpired(
  calls: readonly AnyCall[],
  now: number,
  Failure: new (cause: unknown) => Error,
): Deadline | undefined {
  let next: Deadline | undefined;
  for (const call of calls) {
    if (call.isSettled) continue;
    const { deadline } = call;
    if (deadline.remaining(now) <= 0) call.fail(new Failure(new Error('the deadline of the request has passed')));
    else if (!next || deadline.at < next.at) next = deadline;
  }
  return next;
}
