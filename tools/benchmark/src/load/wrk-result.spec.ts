import { WrongAnswer } from './load.ts';
import { readResult } from './wrk-result.ts';

const address = 'http://127.0.0.1:1';
const good = { duration: 1_050_000, requests: 21_000, p50: 2_900, p99: 6_100, refused: 0, broken: 0, late: 0 };
const output = (result: object) => `Running 1s test @ ${address}\nRequests/sec:  20000.00\n${JSON.stringify(result)}\n`;

it('reads the last line, in milliseconds', () => {
  expect(readResult(output(good), address)).toEqual({ milliseconds: 1_050, answers: 21_000, p50: 2.9, p99: 6.1 });
});

it.each(['refused', 'broken', 'late'])('takes no window in which a request was %s', (fault) => {
  const read = () => readResult(output({ ...good, [fault]: 3 }), address);
  expect(read).toThrow(WrongAnswer);
  expect(read).toThrow(`${address} answered wrongly: 3 ${fault} of 21000`);
});

it('takes no window without an answer', () => {
  expect(() => readResult(output({ ...good, requests: 0 }), address)).toThrow(WrongAnswer);
});

it('says what wrk said instead of a result', () => {
  expect(() => readResult('unable to connect\n', address)).toThrow('wrk ended without a result: unable to connect');
});
