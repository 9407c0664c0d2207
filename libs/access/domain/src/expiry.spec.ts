import { Expiry } from './expiry.ts';

const now = new Date('2026-11-21T12:00:00.000Z');

it.each([
  ['a duration from now', '1s', '2026-11-21T12:00:01.000Z'],
  ['a duration from now', '12h', '2026-11-22T00:00:00.000Z'],
  ['a duration from now', '90d', '2027-02-19T12:00:00.000Z'],
  ['a duration from now', '2w', '2026-12-05T12:00:00.000Z'],
  ['the start of a date in UTC', '2026-11-22', '2026-11-22T00:00:00.000Z'],
  ['the start of a date in UTC', '2028-02-29', '2028-02-29T00:00:00.000Z'],
  ['the start of a date in UTC', '9999-12-31', '9999-12-31T00:00:00.000Z'],
])('accepts %s: %s', (_, text, at) => {
  expect(Expiry.of(text, now).at.toISOString()).toBe(at);
});

it.each([
  ['not in the future', ['0s', '2026-11-21', '0001-01-01']],
  ['a date that does not exist', ['2027-02-29', '2027-04-31', '2027-01-32', '2027-00-01', '2027-13-01']],
  ['another duration', ['', 'never', '90', '090d', '100000s', '-1d', '1y']],
  ['another date', ['2027-1-31', '12027-01-31', '+012027-01-31', '２０２７-01-31', '2027-01-31T12:00:00Z']],
  ['more than a date', [' 2027-01-31', '2027-01-31\n']],
])('refuses what is %s', (_, texts) => {
  for (const text of texts)
    expect(() => Expiry.of(text, now)).toThrow(expect.objectContaining({ code: 'invalid_expiry' }));
});

it('refuses the current moment, but not a later one', () => {
  const midnight = new Date('2026-11-22T00:00:00.000Z');
  expect(() => Expiry.of('2026-11-22', midnight)).toThrow(expect.objectContaining({ code: 'invalid_expiry' }));
  expect(Expiry.of('2026-11-22', new Date(midnight.getTime() - 1)).at).toEqual(midnight);
});
