import { Disturbed } from '../repeats.ts';
import { readResult } from './wrk-result.ts';

const times = { duration: 1_050_000, p50: 2_900, p99: 6_100, longest: 900_000 };
const good = { ...times, requests: 21_000, refused: 0, broken: 0, late: 0 };
const output = (result: object) =>
  `Running 1s test @ http://127.0.0.1:1\nRequests/sec:  20000.00\n${JSON.stringify(result)}\n`;

it('reads the last line, in milliseconds', () => {
  expect(readResult(output(good))).toEqual({ milliseconds: 1_050, answers: 21_000, p50: 2.9, p99: 6.1 });
});

it.each(['refused', 'broken', 'late'])('takes no window in which a request was %s', (fault) => {
  const read = () => readResult(output({ ...good, [fault]: 3 }));
  expect(read).toThrow(new Disturbed(`3 ${fault} of 21000`));
});

it('takes no window without an answer', () => {
  expect(() => readResult(output({ ...good, requests: 0 }))).toThrow(new Disturbed('no answer'));
});

it('takes no window in which the answers stalled', () => {
  const read = () => readResult(output({ ...good, longest: 1_200_000 }));
  expect(read).toThrow(new Disturbed('an answer after 1200 ms'));
});

it('takes a window in which all answers took long, as on a machine that does other work', () => {
  expect(readResult(output({ ...good, p50: 60_000, longest: 1_200_000 }))).toMatchObject({ p50: 60 });
});

it('says what wrk said instead of a result', () => {
  expect(() => readResult('unable to connect\n')).toThrow('wrk ended without a result: unable to connect');
});
