import { InvalidMeasurement } from '../repeats.ts';
import { readResult } from './wrk-result.ts';

const times = { duration: 1_050_000, p50: 2_900, p99: 6_100, longest: 900_000 };
const good = { ...times, requests: 21_000, refused: 0, broken: 0, late: 0 };
const output = (result: object) =>
  `Running 1s test @ http://127.0.0.1:1\nRequests/sec:  20000.00\n${JSON.stringify(result)}\n`;

it('readResult reads the last line and converts to milliseconds', () => {
  expect(readResult(output(good))).toEqual({
    milliseconds: 1_050,
    responses: 21_000,
    p50: 2.9,
    p99: 6.1,
    longest: 900,
  });
});

it.each(['refused', 'broken', 'late'])('readResult rejects a window with a %s request', (failure) => {
  const read = () => readResult(output({ ...good, [failure]: 3 }));
  expect(read).toThrow(new InvalidMeasurement(`3 ${failure} of 21000`));
});

it('readResult throws the last line of wrk if it is not a result', () => {
  expect(() => readResult('unable to connect\n')).toThrow('wrk exited without a result: unable to connect');
});
