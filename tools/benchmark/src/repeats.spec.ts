import { Disturbed, mostRepeats, NotMeasured, Repeats } from './repeats.ts';

let repeats: Repeats;

beforeEach(() => {
  repeats = new Repeats(0);
});

/** A measurement that is disturbed so many times before it succeeds. */
function disturbed(times: number) {
  let attempts = 0;
  return jest.fn(async () => {
    attempts += 1;
    if (attempts <= times) throw new Disturbed(`${attempts} refused of 100`);
    return attempts;
  });
}

it('measures once, and lists nothing, when nothing disturbs', async () => {
  expect(await repeats.untilUndisturbed('a window', disturbed(0))).toBe(1);
  expect(repeats.all).toEqual([]);
});

it('repeats a measurement that was disturbed twice, and lists both reasons', async () => {
  expect(await repeats.untilUndisturbed('a window', disturbed(2))).toBe(3);
  expect(repeats.all).toEqual([
    { what: 'a window', reason: '1 refused of 100' },
    { what: 'a window', reason: '2 refused of 100' },
  ]);
});

it('repeats each measurement five times at most, however many were repeated before', async () => {
  await repeats.untilUndisturbed('one window', disturbed(mostRepeats));
  const hopeless = disturbed(Infinity);
  const measured = repeats.untilUndisturbed('another window', hopeless);
  await expect(measured).rejects.toThrow(
    new NotMeasured('another window was not measured: disturbed 6 times in a row, at last by 6 refused of 100'),
  );
  expect(hopeless).toHaveBeenCalledTimes(6);
});

it('does not repeat what failed for another reason', async () => {
  const failure = new Error('the server died');
  const measure = jest.fn().mockRejectedValue(failure);
  await expect(repeats.untilUndisturbed('a window', measure)).rejects.toBe(failure);
  expect(measure).toHaveBeenCalledTimes(1);
});
