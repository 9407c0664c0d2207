import { Duration } from './duration.ts';

describe('Duration.of accepts', () => {
  it.each([
    ['0s', 0],
    ['0w', 0],
    ['1s', 1_000],
    ['90s', 90_000],
    ['1m', 60_000],
    ['1h', 3_600_000],
    ['24h', 86_400_000],
    ['1d', 86_400_000],
    ['90d', 7_776_000_000],
    ['1w', 604_800_000],
    ['99999w', 60_479_395_200_000],
  ])('%s: %i ms', (text, milliseconds) => {
    expect(Duration.of(text).milliseconds).toBe(milliseconds);
    expect(Duration.parse(text)).toEqual(Duration.of(text));
  });
});

describe('Duration.of refuses', () => {
  it.each([
    ['an empty text', ''],
    ['a number alone', '90'],
    ['a unit alone', 'd'],
    ['a unit in capitals', '90D'],
    ['an unknown unit', '90y'],
    ['a property name of every object', '1constructor'],
    ['two units', '90dd'],
    ['two durations', '1h30m'],
    ['a word', '90 days'],
    ['a negative number', '-1d'],
    ['a plus sign', '+1d'],
    ['a fraction', '1.5d'],
    ['a leading zero', '090d'],
    ['two zeros', '00s'],
    ['exponential notation', '1e2d'],
    ['a number of six digits', '100000s'],
    ['digits outside ASCII', '９０d'],
    ['a leading space', ' 90d'],
    ['a trailing line feed', '90d\n'],
    ['a date', '2027-01-31'],
  ])('%s', (_, text) => {
    expect(() => Duration.of(text)).toThrow(expect.objectContaining({ code: 'invalid_duration' }));
    expect(Duration.parse(text)).toBeUndefined();
  });
});

it('after returns the end of the duration and does not change the start', () => {
  const start = new Date('2028-02-28T23:59:59.999Z');
  expect(Duration.of('1d').after(start)).toEqual(new Date('2028-02-29T23:59:59.999Z'));
  expect(Duration.of('0s').after(start)).toEqual(start);
  expect(start).toEqual(new Date('2028-02-28T23:59:59.999Z'));
});

it('after returns a valid date for the longest duration', () => {
  expect(Duration.of('99999w').after(new Date('2026-11-21T12:00:00Z')).toISOString()).toBe('3943-05-29T12:00:00.000Z');
});
