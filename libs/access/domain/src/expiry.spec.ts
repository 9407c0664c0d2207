import { InvalidExpiry } from './access.errors.ts';
import { Expiry } from './expiry.ts';

const now = new Date('2026-11-21T12:00:00.000Z');

describe('a key ends', () => {
  it.each([
    ['1s', '2026-11-21T12:00:01.000Z'],
    ['12h', '2026-11-22T00:00:00.000Z'],
    ['90d', '2027-02-19T12:00:00.000Z'],
    ['2w', '2026-12-05T12:00:00.000Z'],
  ])('so long from now: %s', (text, at) => {
    expect(Expiry.of(text, now).at.toISOString()).toBe(at);
  });

  it.each(['2026-11-22', '2027-01-31', '2027-12-31', '2028-02-29', '2400-02-29', '9999-12-31'])(
    'at the beginning of a day: %s',
    (day) => {
      expect(Expiry.of(day, now).at.toISOString()).toBe(`${day}T00:00:00.000Z`);
    },
  );
});

describe('a key does not end', () => {
  it.each([
    ['now', '0s'],
    ['now, in days', '0d'],
    ['today, which has begun', '2026-11-21'],
    ['yesterday', '2026-11-20'],
    ['long ago', '0001-01-01'],
  ])('%s: not in the future', (_, text) => {
    expect(() => Expiry.of(text, now)).toThrow(InvalidExpiry);
  });

  it('at the very moment in which it is issued, but one later', () => {
    const midnight = new Date('2026-11-22T00:00:00.000Z');
    expect(() => Expiry.of('2026-11-22', midnight)).toThrow(InvalidExpiry);
    expect(Expiry.of('2026-11-22', new Date(midnight.getTime() - 1)).at).toEqual(midnight);
  });

  it.each([
    '2027-02-29',
    '2027-02-30',
    '2028-02-30',
    '2027-02-31',
    '2100-02-29',
    '2027-04-31',
    '2027-01-32',
    '2027-01-00',
    '2027-00-01',
    '2027-13-01',
  ])('on a day that does not exist: %s', (text) => {
    expect(() => Expiry.of(text, now)).toThrow(InvalidExpiry);
  });

  it.each([
    ['nothing', ''],
    ['a word', 'never'],
    ['a number', '90'],
    ['a negative duration', '-1d'],
    ['a duration of another unit', '1y'],
    ['a day without zeros', '2027-1-31'],
    ['a day of two digits of year', '27-01-31'],
    ['a day of five digits of year', '12027-01-31'],
    ['a day with a signed year', '+002027-01-31'],
    ['a day without hyphens', '20270131'],
    ['a month', '2027-01'],
    ['a day in another order', '31-01-2027'],
    ['a day with slashes', '2027/01/31'],
    ['a day in other digits', '２０２７-01-31'],
    ['a moment', '2027-01-31T12:00:00Z'],
    ['a day after a space', ' 2027-01-31'],
    ['a day before a line feed', '2027-01-31\n'],
  ])('when the text is %s', (_, text) => {
    expect(() => Expiry.of(text, now)).toThrow(InvalidExpiry);
  });
});
