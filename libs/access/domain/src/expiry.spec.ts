import { Expiry } from './expiry.ts';

const invalidExpiry = expect.objectContaining({ code: 'invalid_expiry' });
const now = new Date('2026-11-21T12:00:00.000Z');

describe('Expiry.of accepts', () => {
  it.each([
    ['1s', '2026-11-21T12:00:01.000Z'],
    ['12h', '2026-11-22T00:00:00.000Z'],
    ['90d', '2027-02-19T12:00:00.000Z'],
    ['2w', '2026-12-05T12:00:00.000Z'],
  ])('a duration from now: %s', (text, at) => {
    expect(Expiry.of(text, now).at.toISOString()).toBe(at);
  });

  it.each(['2026-11-22', '2027-01-31', '2027-12-31', '2028-02-29', '2400-02-29', '9999-12-31'])(
    'the start of a date in UTC: %s',
    (day) => {
      expect(Expiry.of(day, now).at.toISOString()).toBe(`${day}T00:00:00.000Z`);
    },
  );
});

describe('Expiry.of refuses', () => {
  it.each([
    ['now', '0s'],
    ['today, which has started', '2026-11-21'],
    ['long ago', '0001-01-01'],
  ])('%s, which is not in the future', (_, text) => {
    expect(() => Expiry.of(text, now)).toThrow(invalidExpiry);
  });

  it('the current moment, but not a later one', () => {
    const midnight = new Date('2026-11-22T00:00:00.000Z');
    expect(() => Expiry.of('2026-11-22', midnight)).toThrow(invalidExpiry);
    expect(Expiry.of('2026-11-22', new Date(midnight.getTime() - 1)).at).toEqual(midnight);
  });

  it.each(['2027-02-29', '2027-02-31', '2027-04-31', '2027-01-32', '2027-00-01', '2027-13-01'])(
    'a date that does not exist: %s',
    (text) => {
      expect(() => Expiry.of(text, now)).toThrow(invalidExpiry);
    },
  );

  it.each([
    ['an empty text', ''],
    ['a word', 'never'],
    ['a number', '90'],
    ['a duration with a leading zero', '090d'],
    ['a duration of six digits', '100000s'],
    ['a negative duration', '-1d'],
    ['a duration with an unknown unit', '1y'],
    ['a date without leading zeros', '2027-1-31'],
    ['a year of five digits', '12027-01-31'],
    ['a year of five digits with a sign', '+012027-01-31'],
    ['digits outside ASCII', '２０２７-01-31'],
    ['a date with a time', '2027-01-31T12:00:00Z'],
    ['a leading space', ' 2027-01-31'],
    ['a trailing line feed', '2027-01-31\n'],
  ])('%s', (_, text) => {
    expect(() => Expiry.of(text, now)).toThrow(invalidExpiry);
  });
});
