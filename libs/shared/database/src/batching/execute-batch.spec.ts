import { Deadline } from '@petstore/kernel';
import type { DataSource } from 'typeorm';
import { DatabaseUnavailable, OutcomeUnknown } from '../database.errors.ts';
import type { PreparedStatement } from '../prepared-statement.ts';
import { PendingCall } from './batcher.ts';
import { executeBatch, executeBatchOrFailAll, type BatchStatement } from './execute-batch.ts';

type Row = readonly [text: string];

/** A prepared statement whose connection and response the test controls. */
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

  /** PostgreSQL rejects the prepared statement, so that the statement waits for another connection. */
  rejectPrepared(): void {
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

const batchStatement = (effect: 'read' | 'change'): BatchStatement<string, string, Row> => ({
  statement: statement as unknown as PreparedStatement<Row>,
  effect,
  parametersOf: (inputs) => [...inputs],
  resultsOf: (rows, inputs) => inputs.map((input, index) => `${input} ${rows[index]![0]}`),
});

/** A call whose deadline passes after the given milliseconds. Its outcome is recorded under its input. */
function call(input: string, milliseconds = Infinity): PendingCall<string, string> {
  const record = (outcome: unknown) => (outcomes[input] = outcome);
  return new PendingCall(input, new Deadline(performance.now() + milliseconds), record, record);
}

it('returns to each call the result at the position of its input', async () => {
  void executeBatchOrFailAll(dataSource, batchStatement('read'), [call('a', 100), call('b', 100)]);
  statement.connect();
  await statement.answer('1', '2');
  expect(outcomes).toEqual({ a: 'a 1', b: 'b 2' });
});

describe.each(['read', 'change'] as const)('a %s whose deadline passes before it is sent', (effect) => {
  it('fails with DatabaseUnavailable and is not part of the statement', async () => {
    void executeBatchOrFailAll(dataSource, batchStatement(effect), [call('a', 100), call('b', 200), call('c', 100)]);
    await pass(100);
    expect(Object.keys(outcomes)).toEqual(['a', 'c']);
    expect(outcomes['a']).toBeInstanceOf(DatabaseUnavailable);
    statement.connect();
    expect(statement.sent).toEqual([['b']]);
    await statement.answer('1');
    expect(outcomes['b']).toBe('b 1');
  });

  it('is not sent when it is the only call', async () => {
    void executeBatchOrFailAll(dataSource, batchStatement(effect), [call('a', 100)]);
    await pass(100);
    statement.connect();
    await flush();
    expect(statement.sent).toEqual([]);
    expect(outcomes['a']).toBeInstanceOf(DatabaseUnavailable);
  });

  it('is not part of the statement when the timer fires late', async () => {
    void executeBatchOrFailAll(dataSource, batchStatement(effect), [call('a', 100), call('b')]);
    jest.setSystemTime(Date.now() + 100);
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 100);
    statement.connect();
    expect(statement.sent).toEqual([['b']]);
    await statement.answer('1');
    expect(outcomes).toEqual({ a: expect.any(DatabaseUnavailable), b: 'b 1' });
  });

  it('does not wait for a connection when the deadline has already passed', async () => {
    const run = jest.spyOn(statement, 'run');
    await executeBatchOrFailAll(dataSource, batchStatement(effect), [call('a', 0)]);
    expect(run).not.toHaveBeenCalled();
    expect(outcomes['a']).toBeInstanceOf(DatabaseUnavailable);
  });
});

it.each([
  ['read', DatabaseUnavailable],
  ['change', OutcomeUnknown],
] as const)(
  'a %s whose deadline passes after it was sent fails, and a later response is ignored',
  async (effect, Failure) => {
    void executeBatchOrFailAll(dataSource, batchStatement(effect), [call('a', 100), call('b', 200)]);
    statement.connect();
    await pass(100);
    expect(outcomes).toEqual({ a: expect.any(Failure) });
    await statement.answer('1', '2');
    expect(outcomes).toEqual({ a: expect.any(Failure), b: 'b 2' });
  },
);

describe('a change that PostgreSQL rejected without executing it, and that is sent again', () => {
  it('fails with DatabaseUnavailable when its deadline passes before it has a connection', async () => {
    void executeBatchOrFailAll(dataSource, batchStatement('change'), [call('a', 100), call('b', 200)]);
    statement.connect();
    statement.rejectPrepared();
    await pass(100);
    expect(outcomes).toEqual({ a: expect.any(DatabaseUnavailable) });
    statement.connect();
    expect(statement.sent).toEqual([['a', 'b'], ['b']]);
    await statement.answer('1');
    expect(outcomes['b']).toBe('b 1');
  });

  it('fails with DatabaseUnavailable when the timer fires late', async () => {
    void executeBatchOrFailAll(dataSource, batchStatement('change'), [call('a', 100), call('b')]);
    statement.connect();
    statement.rejectPrepared();
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 100);
    statement.connect();
    await statement.answer('1');
    expect(outcomes).toEqual({ a: expect.any(DatabaseUnavailable), b: 'b 1' });
  });

  it('fails with an unknown outcome when its deadline passes after it was sent again', async () => {
    void executeBatchOrFailAll(dataSource, batchStatement('change'), [call('a', 100)]);
    statement.connect();
    statement.rejectPrepared();
    statement.connect();
    await pass(100);
    expect(outcomes).toEqual({ a: expect.any(OutcomeUnknown) });
    await statement.answer('1');
  });
});

it('fails every pending call with the error of the statement', async () => {
  const error = new Error('syntax error');
  void executeBatchOrFailAll(dataSource, batchStatement('change'), [call('a', 100), call('b')]);
  statement.connect();
  await pass(100);
  await statement.fail(error);
  expect(outcomes).toEqual({ a: expect.any(OutcomeUnknown), b: error });
});

it('leaves the calls of a failed statement pending and returns the error', async () => {
  const error = new Error('syntax error');
  const failed = executeBatch(dataSource, batchStatement('change'), [call('a')]);
  statement.connect();
  await statement.fail(error);
  expect(await failed).toBe(error);
  expect(outcomes).toEqual({});
});

it.each([
  ['read', TypeError],
  ['change', OutcomeUnknown],
] as const)('fails a %s that was executed and whose response is damaged with %p', async (effect, Failure) => {
  void executeBatchOrFailAll(dataSource, batchStatement(effect), [call('a'), call('b')]);
  statement.connect();
  await statement.answer('1');
  expect(outcomes).toEqual({ a: expect.any(Failure), b: expect.any(Failure) });
});

it('treats fewer results than inputs as a damaged response', async () => {
  const short = { ...batchStatement('change'), resultsOf: () => ['only one'] };
  void executeBatchOrFailAll(dataSource, short, [call('a'), call('b')]);
  statement.connect();
  await statement.answer('1', '2');
  expect(outcomes).toEqual({ a: expect.any(OutcomeUnknown), b: expect.any(OutcomeUnknown) });
});
