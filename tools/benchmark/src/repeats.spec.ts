import { InvalidMeasurement, maxRepeats, MeasurementFailed, Repeats } from './repeats.ts';

let repeats: Repeats;

beforeEach(() => {
  repeats = new Repeats(0);
});

/** Returns a measurement that is invalid this many times before it succeeds. */
function invalidMeasurement(times: number) {
  let attempts = 0;
  return jest.fn(async () => {
    attempts += 1;
    if (attempts <= times) throw new InvalidMeasurement(`${attempts} refused of 100`);
    return attempts;
  });
}

it('Repeats measures once and lists nothing if the measurement is valid', async () => {
  expect(await repeats.measure('a window', invalidMeasurement(0))).toBe(1);
  expect(repeats.all).toEqual([]);
});

it('Repeats repeats a measurement that is invalid twice, and lists both reasons', async () => {
  expect(await repeats.measure('a window', invalidMeasurement(2))).toBe(3);
  expect(repeats.all).toEqual([
    { what: 'a window', reason: '1 refused of 100' },
    { what: 'a window', reason: '2 refused of 100' },
  ]);
});

it('Repeats repeats each measurement at most five times, and counts each measurement separately', async () => {
  await repeats.measure('one window', invalidMeasurement(maxRepeats));
  const alwaysInvalid = invalidMeasurement(Infinity);
  const measured = repeats.measure('another window', alwaysInvalid);
  await expect(measured).rejects.toThrow(
    new MeasurementFailed('another window was not measured: 6 invalid attempts, the last because of 6 refused of 100'),
  );
  expect(alwaysInvalid).toHaveBeenCalledTimes(6);
});

it('Repeats does not repeat a measurement that throws another error', async () => {
  const failure = new Error('the server died');
  const measure = jest.fn().mockRejectedValue(failure);
  await expect(repeats.measure('a window', measure)).rejects.toBe(failure);
  expect(measure).toHaveBeenCalledTimes(1);
});
