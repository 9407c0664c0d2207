import type { Deadline } from '@petstore/kernel';
import type { DataSource } from 'typeorm';
import { DatabaseUnavailable, DeadlinePassed, OutcomeUnknown, translate } from '../database.errors.ts';
import type { PreparedStatement } from '../prepared-statement.ts';
import type { Call } from './call.ts';

/** How calls become one statement, and its rows their answers. */
export interface SharedStatement<Question, Answer, Row extends readonly unknown[]> {
  readonly statement: PreparedStatement<Row>;
  /** Whether the statement changes data: the outcome of a `change` that was sent and not answered is unknown. */
  readonly asked: 'read' | 'change';
  readonly valuesOf: (questions: readonly Question[]) => readonly unknown[];
  /** The answers in the order of the questions; an Error is that call's alone. */
  readonly answersOf: (rows: readonly Row[], questions: readonly Question[]) => readonly (Answer | Error)[];
}

/** A call, whatever it asks. */
type Waiting = Pick<Call<unknown, never>, 'deadline' | 'isSettled' | 'fail'>;

/**
 * Asks the calls' questions with one statement and settles the calls. A call whose deadline passes fails: before the
 * statement is sent with DatabaseUnavailable, and it is then left out of it; afterwards, if the statement is a change,
 * with OutcomeUnknown.
 * @returns the error of the statement, translated, where calls are still waiting: they are the caller's to settle
 */
export async function answerCalls<Question, Answer, Row extends readonly unknown[]>(
  dataSource: DataSource,
  { statement, asked, valuesOf, answersOf }: SharedStatement<Question, Answer, Row>,
  calls: readonly Call<Question, Answer>[],
): Promise<unknown> {
  let sent: readonly Call<Question, Answer>[] | undefined;
  const expiry = new Expiry(calls, () => (sent && asked === 'change' ? OutcomeUnknown : DatabaseUnavailable));
  if (calls.every(({ isSettled }) => isSettled)) return undefined;
  let rows: readonly Row[];
  try {
    const valuesOfWaiting = () => {
      expiry.check();
      const waiting = calls.filter(({ isSettled }) => !isSettled);
      if (waiting.length === 0) return undefined;
      const values = valuesOf(questionsOf(waiting));
      sent = waiting;
      return values;
    };
    rows = await statement.run(dataSource, valuesOfWaiting, () => (sent = undefined));
  } catch (error) {
    return translated(error, asked);
  } finally {
    expiry.stop();
  }
  // TypeScript does not see that `run` calls the functions above.
  const executed = sent as readonly Call<Question, Answer>[] | undefined;
  if (!executed) return undefined;
  try {
    settle(executed, answersOf(rows, questionsOf(executed)));
    return undefined;
  } catch (error) {
    // The statement was executed, and its answer cannot be read.
    return asked === 'change' ? new OutcomeUnknown(error) : error;
  }
}

/** The same, where the statement's error is every call's. */
export async function answerCallsAlike<Question, Answer, Row extends readonly unknown[]>(
  dataSource: DataSource,
  shared: SharedStatement<Question, Answer, Row>,
  calls: readonly Call<Question, Answer>[],
): Promise<void> {
  const error = await answerCalls(dataSource, shared, calls);
  if (error !== undefined) failWaiting(calls, error);
}

export function failWaiting(calls: readonly Waiting[], error: unknown): void {
  for (const call of calls) if (!call.isSettled) call.fail(error);
}

function questionsOf<Question>(calls: readonly Call<Question, never>[]): Question[] {
  return calls.map(({ question }) => question);
}

function settle<Answer>(calls: readonly Call<unknown, Answer>[], answers: readonly (Answer | Error)[]): void {
  if (answers.length !== calls.length) throw new Error(`${answers.length} answers for ${calls.length} questions`);
  for (const [index, call] of calls.entries()) {
    const answer = answers[index]!;
    if (call.isSettled) continue;
    if (answer instanceof Error) call.fail(answer);
    else call.succeed(answer);
  }
}

function translated(error: unknown, asked: 'read' | 'change'): unknown {
  try {
    return translate(asked)(error);
  } catch (thrown) {
    return thrown;
  }
}

/** Fails calls whose deadline passes: one timer for all of them, set to the earliest. */
class Expiry {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly calls: readonly Waiting[],
    private readonly failure: () => new (cause: unknown) => Error,
  ) {
    this.check();
  }

  /** Timers come late when the process is busy: what counts is the clock. */
  readonly check = (): void => {
    const now = performance.now();
    let next: Deadline | undefined;
    for (const call of this.calls) {
      if (call.isSettled) continue;
      const { deadline } = call;
      if (deadline.remaining(now) > 0) next = next && next.at <= deadline.at ? next : deadline;
      else call.fail(new (this.failure())(new DeadlinePassed()));
    }
    clearTimeout(this.timer);
    if (next && next.at !== Infinity) this.timer = setTimeout(this.check, next.delay(now));
  };

  stop(): void {
    clearTimeout(this.timer);
  }
}
