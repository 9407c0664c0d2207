import { Deadline } from '@petstore/kernel';
import type { DataSource } from 'typeorm';
import { DatabaseUnavailable, OutcomeUnknown } from '../database.errors.ts';
import type { PreparedStatement } from '../prepared-statement.ts';
import { answerCalls, answerCallsAlike, type SharedStatement } from './answer-calls.ts';
import { Call } from './call.ts';

type Row = readonly [text: string];

/** A statement that is sent and answered when the test says so. */
class Statement {
  readonly sent: unknown[] = [];
  private valuesOf: () => readonly unknown[] | undefined = () => undefined;
  private onNotExecuted: () => void = () => undefined;
  private settle: { resolve: (rows: Row[]) => void; reject: (error: Error) => void } | undefined;

  run(_: DataSource, valuesOf: () => readonly unknown[] | undefined, onNotExecuted: () => void): Promise<Row[]> {
    [this.valuesOf, this.onNotExecuted] = [valuesOf, onNotExecuted];
    return new Promise((resolve, reject) => (this.settle = { resolve, reject }));
  }

  connect(): void {
    const values = this.valuesOf();
    if (values) this.sent.push(values);
    else this.settle?.resolve([]);
  }

  /** The connection does not have the prepared statement: it waits for a connection again. */
  refuse(): void {
    this.onNotExecuted();
  }

  async answer(...rows: string[]): Promise<void> {
    this.settle?.resolve(rows.map((row) => [row]));
    await flush();
  }

  async fail(error: Error): Promise<void> {
    this.settle?.reject(error);
    await flush();
  }
}

const dataSource = {} as DataSource;
const flush = () => jest.advanceTimersByTimeAsync(0);
const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

let statement: Statement;
let outcomes: Record<string, unknown>;

beforeEach(() => {
  jest.useFakeTimers();
  [statement, outcomes] = [new Statement(), {}];
});

afterEach(() => {
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

const shared = (asked: 'read' | 'change'): SharedStatement<string, string, Row> => ({
  statement: statement as unknown as PreparedStatement<Row>,
  asked,
  valuesOf: (questions) => [...questions],
  answersOf: (rows, questions) => questions.map((question, index) => `${question} ${rows[index]![0]}`),
});

/** A call that waits for so many milliseconds from now; its outcome is noted by its question. */
function call(question: string, milliseconds = Infinity): Call<string, string> {
  const note = (outcome: unknown) => (outcomes[question] = outcome);
  return new Call(question, new Deadline(performance.now() + milliseconds), note, note);
}

it('answers each call by the position of its question', async () => {
  void answerCallsAlike(dataSource, shared('read'), [call('a', 100), call('b', 100)]);
  statement.connect();
  await statement.answer('1', '2');
  expect(outcomes).toEqual({ a: 'a 1', b: 'b 2' });
});

describe.each(['read', 'change'] as const)('a %s whose deadline passes before it is sent', (asked) => {
  it('fails as not done, and is left out of the statement', async () => {
    void answerCallsAlike(dataSource, shared(asked), [call('a', 100), call('b', 200), call('c', 100)]);
    await pass(100);
    expect(Object.keys(outcomes)).toEqual(['a', 'c']);
    expect(outcomes['a']).toBeInstanceOf(DatabaseUnavailable);
    statement.connect();
    expect(statement.sent).toEqual([['b']]);
    await statement.answer('1');
    expect(outcomes['b']).toBe('b 1');
  });

  it('is not sent when it is the only one', async () => {
    void answerCallsAlike(dataSource, shared(asked), [call('a', 100)]);
    await pass(100);
    statement.connect();
    await flush();
    expect(statement.sent).toEqual([]);
    expect(outcomes['a']).toBeInstanceOf(DatabaseUnavailable);
  });

  it('is left out also when the process was too busy for the timer', async () => {
    void answerCallsAlike(dataSource, shared(asked), [call('a', 100), call('b')]);
    jest.setSystemTime(Date.now() + 100);
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 100);
    statement.connect();
    expect(statement.sent).toEqual([['b']]);
    await statement.answer('1');
    expect(outcomes).toEqual({ a: expect.any(DatabaseUnavailable), b: 'b 1' });
  });

  it('does not ask for a connection when it has passed already', async () => {
    const run = jest.spyOn(statement, 'run');
    await answerCallsAlike(dataSource, shared(asked), [call('a', 0)]);
    expect(run).not.toHaveBeenCalled();
    expect(outcomes['a']).toBeInstanceOf(DatabaseUnavailable);
  });
});

it.each([
  ['read', DatabaseUnavailable],
  ['change', OutcomeUnknown],
] as const)(
  'a %s whose deadline passes after it was sent fails, whatever is answered later',
  async (asked, Failure) => {
    void answerCallsAlike(dataSource, shared(asked), [call('a', 100), call('b', 200)]);
    statement.connect();
    await pass(100);
    expect(outcomes).toEqual({ a: expect.any(Failure) });
    await statement.answer('1', '2');
    expect(outcomes).toEqual({ a: expect.any(Failure), b: 'b 2' });
  },
);

describe('a change that PostgreSQL refused to execute, and that is sent again', () => {
  it('fails as not done when its deadline passes before the connection for it is there', async () => {
    void answerCallsAlike(dataSource, shared('change'), [call('a', 100), call('b', 200)]);
    statement.connect();
    statement.refuse();
    await pass(100);
    expect(outcomes).toEqual({ a: expect.any(DatabaseUnavailable) });
    statement.connect();
    expect(statement.sent).toEqual([['a', 'b'], ['b']]);
    await statement.answer('1');
    expect(outcomes['b']).toBe('b 1');
  });

  it('fails as not done when the process was too busy for the timer', async () => {
    void answerCallsAlike(dataSource, shared('change'), [call('a', 100), call('b')]);
    statement.connect();
    statement.refuse();
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 100);
    statement.connect();
    await statement.answer('1');
    expect(outcomes).toEqual({ a: expect.any(DatabaseUnavailable), b: 'b 1' });
  });

  it('fails with an unknown outcome when its deadline passes after it was sent again', async () => {
    void answerCallsAlike(dataSource, shared('change'), [call('a', 100)]);
    statement.connect();
    statement.refuse();
    statement.connect();
    await pass(100);
    expect(outcomes).toEqual({ a: expect.any(OutcomeUnknown) });
    await statement.answer('1');
  });
});

it("gives the statement's error to every call that still waits", async () => {
  const error = new Error('syntax error');
  void answerCallsAlike(dataSource, shared('change'), [call('a', 100), call('b')]);
  statement.connect();
  await pass(100);
  await statement.fail(error);
  expect(outcomes).toEqual({ a: expect.any(OutcomeUnknown), b: error });
});

it('leaves the calls of a failed statement to its caller', async () => {
  const error = new Error('syntax error');
  const failed = answerCalls(dataSource, shared('change'), [call('a')]);
  statement.connect();
  await statement.fail(error);
  expect(await failed).toBe(error);
  expect(outcomes).toEqual({});
});

it.each([
  ['read', TypeError],
  ['change', OutcomeUnknown],
] as const)('fails a %s that was executed and whose answer is damaged with %p', async (asked, Failure) => {
  void answerCallsAlike(dataSource, shared(asked), [call('a'), call('b')]);
  statement.connect();
  await statement.answer('1');
  expect(outcomes).toEqual({ a: expect.any(Failure), b: expect.any(Failure) });
});

it('takes fewer answers than questions for a damaged answer', async () => {
  const short = { ...shared('change'), answersOf: () => ['only one'] };
  void answerCallsAlike(dataSource, short, [call('a'), call('b')]);
  statement.connect();
  await statement.answer('1', '2');
  expect(outcomes).toEqual({ a: expect.any(OutcomeUnknown), b: expect.any(OutcomeUnknown) });
});
