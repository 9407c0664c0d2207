import { inspect } from 'node:util';
import { OperatorName, Expiry, KeyName, parsePublicId } from './api-key.value-objects.ts';
import { issuedKey } from './testing/index.ts';

const now = new Date('2026-11-21T12:00:00.000Z');

it.each([
  ['the name of a key', KeyName, 'invalid_key_name'],
  ['the name of the operator', OperatorName, 'invalid_operator_name'],
] as const)('%s can be printable text, and cannot be a line feed', (field, TextClass, code) => {
  expect(TextClass.of("O'Malley's checkout").text).toBe("O'Malley's checkout");
  const message = `${field} must be ${TextClass.allowed}`;
  expect(() => TextClass.of('\n')).toThrow(expect.objectContaining({ code, message }));
});

it.each([
  ['a duration from now', '1s', '2026-11-21T12:00:01.000Z'],
  ['a duration from now', '12h', '2026-11-22T00:00:00.000Z'],
  ['a duration from now', '90d', '2027-02-19T12:00:00.000Z'],
  ['a duration from now', '2w', '2026-12-05T12:00:00.000Z'],
  ['the start of a date in UTC', '2026-11-22', '2026-11-22T00:00:00.000Z'],
  ['the start of a date in UTC', '2028-02-29', '2028-02-29T00:00:00.000Z'],
  ['the start of a date in UTC', '9999-12-31', '9999-12-31T00:00:00.000Z'],
])('an expiry can be %s: %s', (_, text, at) => {
  expect(Expiry.of(text, now).at.toISOString()).toBe(at);
});

it.each([
  ['not in the future', ['0s', '2026-11-21', '0001-01-01']],
  ['a date that does not exist', ['2027-02-29', '2027-04-31', '2027-01-32', '2027-00-01', '2027-13-01']],
  ['another duration', ['', 'never', '90', '090d', '100000s', '-1d', '1y']],
  ['another date', ['2027-1-31', '12027-01-31', '+012027-01-31', '２０２７-01-31', '2027-01-31T12:00:00Z']],
  ['more than a date', [' 2027-01-31', '2027-01-31\n']],
])('an expiry cannot be %s', (_, texts) => {
  for (const text of texts)
    expect(() => Expiry.of(text, now)).toThrow(expect.objectContaining({ code: 'invalid_expiry' }));
});

it('an expiry cannot be the current moment, but a later one', () => {
  const midnight = new Date('2026-11-22T00:00:00.000Z');
  expect(() => Expiry.of('2026-11-22', midnight)).toThrow(expect.objectContaining({ code: 'invalid_expiry' }));
  expect(Expiry.of('2026-11-22', new Date(midnight.getTime() - 1)).at).toEqual(midnight);
});

const id = 'key_00i83Cgecdbus';
const { text: secret } = issuedKey().secret;

it('parsePublicId accepts an id', () => {
  expect(parsePublicId(id)).toBe(id);
});

it.each([
  ...['', 'key_', 'key_%', id.slice('key_'.length), id.replace('key_', 'pet_'), id.replace('key_', 'KEY_')],
  ...[id.slice(0, -1), `${id}0`, id.replace(/.$/, '-'), ` ${id}`, `${id}\n`, `${id},${id}`],
  // An operator may paste a secret by mistake.
  ...[secret, `Bearer ${secret}`, `key_${secret}`],
])('parsePublicId refuses %j, and the error does not contain it', (text) => {
  let error: unknown;
  try {
    parsePublicId(text);
  } catch (thrown) {
    error = thrown;
  }
  const message = 'the id of a key must be key_ and 13 letters or digits';
  expect(error).toMatchObject({ code: 'invalid_key_id', message });
  // Seven digits are too many to occur by chance.
  expect(inspect(error)).not.toContain(secret.slice('pets_'.length, 'pets_'.length + 7));
});
