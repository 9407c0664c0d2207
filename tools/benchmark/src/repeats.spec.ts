import { InvalidMeasurement, maxRepeats, Repeats } from './repeats.ts';

let repeats: Repeats;

beforeEach(() => {
  repeats = new Repeats({ pause: 0 });
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
    'another window was not measured: 6 invalid attempts, the last because of 6 refused of 100',
  );
  expect(alwaysInvalid).toHaveBeenCalledTimes(6);
});

it('Repeats does not repeat a measurement that throws another error', async () => {
  const failure = new Error('the server died');
  const measure = jest.fn().mockRejectedValue(failure);
  await expect(repeats.measure('a window', measure)).rejects.toBe(failure);
  expect(measure).toHaveBeenCalledTimes(1);
});

it('Repeats reports each repeat when it begins', async () => {
  const messages: string[] = [];
  repeats = new Repeats({ pause: 0, onInvalid: (message) => messages.push(message) });
  await repeats.measure('a window', invalidMeasurement(1));
  expect(messages).toEqual(['repeating a window: 1 refused of 100']);
});

it('measureOrLeaveOut lists a measurement without a valid attempt, and returns undefined', async () => {
  const messages: string[] = [];
  repeats = new Repeats({ pause: 0, onInvalid: (message) => messages.push(message) });
  expect(await repeats.measureOrLeaveOut('a window', invalidMeasurement(1))).toBe(2);
  expect(repeats.leftOut).toEqual([]);
  expect(await repeats.measureOrLeaveOut('a window', invalidMeasurement(Infinity))).toBeUndefined();
  expect(repeats.leftOut).toEqual([{ what: 'a window', reason: '6 refused of 100' }]);
  expect(messages.at(-1)).toBe('leaving out a window: 6 refused of 100');
});

it('measureOrLeaveOut throws other errors', async () => {
  const failure = new Error('the server died');
  await expect(repeats.measureOrLeaveOut('a window', () => Promise.reject(failure))).rejects.toBe(failure);
});

it('Repeats repeats nothing if there is no time left', async () => {
  repeats = new Repeats({ pause: 0, isTimeLeft: () => false });
  const measured = repeats.measure('a window', invalidMeasurement(1));
  await expect(measured).rejects.toThrow('a window was not measured: an invalid attempt because of 1 refused of 100');
  expect(repeats.all).toEqual([]);
});
