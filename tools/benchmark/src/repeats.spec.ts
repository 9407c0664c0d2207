import { Interfered, maxRepeats, NotMeasured, Repeats } from './repeats.ts';

let repeats: Repeats;

beforeEach(() => {
  repeats = new Repeats(0);
});

/** A measurement that is interfered with this many times before it succeeds. */
function interfered(times: number) {
  let attempts = 0;
  return jest.fn(async () => {
    attempts += 1;
    if (attempts <= times) throw new Interfered(`${attempts} refused of 100`);
    return attempts;
  });
}

it('measures once and lists nothing if nothing interferes', async () => {
  expect(await repeats.measure('a window', interfered(0))).toBe(1);
  expect(repeats.all).toEqual([]);
});

it('repeats a measurement that was interfered with twice, and lists both reasons', async () => {
  expect(await repeats.measure('a window', interfered(2))).toBe(3);
  expect(repeats.all).toEqual([
    { what: 'a window', reason: '1 refused of 100' },
    { what: 'a window', reason: '2 refused of 100' },
  ]);
});

it('repeats each measurement at most five times, whatever was repeated before', async () => {
  await repeats.measure('one window', interfered(maxRepeats));
  const alwaysInterfered = interfered(Infinity);
  const measured = repeats.measure('another window', alwaysInterfered);
  await expect(measured).rejects.toThrow(
    new NotMeasured('another window was not measured: interfered with 6 times in a row, last by 6 refused of 100'),
  );
  expect(alwaysInterfered).toHaveBeenCalledTimes(6);
});

it('does not repeat a measurement that failed for another reason', async () => {
  const failure = new Error('the server died');
  const measure = jest.fn().mockRejectedValue(failure);
  await expect(repeats.measure('a window', measure)).rejects.toBe(failure);
  expect(measure).toHaveBeenCalledTimes(1);
});
