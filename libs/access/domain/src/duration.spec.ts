import { InvalidDuration } from './access.errors.ts';
import { Duration } from './duration.ts';

describe('a duration is', () => {
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
    expect(Duration.isSpelledBy(text)).toBe(true);
  });
});

describe('a duration is not', () => {
  it.each([
    ['nothing', ''],
    ['a number alone', '90'],
    ['a unit alone', 'd'],
    ['a unit in capitals', '90D'],
    ['a unit nobody knows', '90y'],
    ['a unit that every object has', '1constructor'],
    ['two units', '90dd'],
    ['two durations', '1h30m'],
    ['a word', '90 days'],
    ['negative', '-1d'],
    ['positive by its sign', '+1d'],
    ['a fraction', '1.5d'],
    ['padded with a zero', '090d'],
    ['zero twice', '00s'],
    ['another notation', '1e2d'],
    ['a number of six digits', '100000s'],
    ['in other digits', '９０d'],
    ['after a space', ' 90d'],
    ['before a line feed', '90d\n'],
    ['a day of the calendar', '2027-01-31'],
  ])('%s', (_, text) => {
    expect(() => Duration.of(text)).toThrow(InvalidDuration);
    expect(Duration.isSpelledBy(text)).toBe(false);
  });
});

it('ends that long after its start, which stays what it was', () => {
  const start = new Date('2028-02-28T23:59:59.999Z');
  expect(Duration.of('1d').after(start)).toEqual(new Date('2028-02-29T23:59:59.999Z'));
  expect(Duration.of('0s').after(start)).toEqual(start);
  expect(start).toEqual(new Date('2028-02-28T23:59:59.999Z'));
});

it('can be told to another moment, however long it is', () => {
  expect(Duration.of('99999w').after(new Date('2026-11-21T12:00:00Z')).toISOString()).toBe('3943-05-29T12:00:00.000Z');
});
