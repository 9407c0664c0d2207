import {
  ApiKeyAlreadyRevoked,
  ApiKeyAlreadyRotated,
  ApiKeyExpired,
  ApiKeyNotFound,
  InvalidApiKey,
  ReadOnlyApiKey,
} from './access.errors.ts';
import { Duration } from './duration.ts';
import { Expiry } from './expiry.ts';

const at = new Date('2026-11-21T12:00:00.000Z');

it.each([
  {
    error: new InvalidApiKey(),
    code: 'invalid_api_key',
    message: 'The API key is not valid.',
  },
  {
    error: new ReadOnlyApiKey(),
    code: 'read_only_key',
    message: 'This API key is read-only. An operation that changes data needs a key with full access.',
  },
  {
    error: errorOf(() => Duration.of('1y')),
    code: 'invalid_duration',
    message: 'a duration must be a number from 0 to 99999 and a unit, as in 90d (s, m, h, d or w: seconds to weeks)',
  },
  {
    error: errorOf(() => Expiry.of('1y', at)),
    code: 'invalid_expiry',
    message:
      'the expiry of a key must be in the future: a duration from now, as 90d or 12h (s, m, h, d, w), ' +
      'or a date, as 2027-01-31, at whose start (UTC) it ends',
  },
  {
    error: new ApiKeyNotFound('key_1'),
    code: 'api_key_not_found',
    message: 'there is no key key_1',
  },
  {
    error: new ApiKeyAlreadyRevoked('key_1', at),
    code: 'api_key_already_revoked',
    message: 'key_1 has been revoked already, at 2026-11-21T12:00:00.000Z',
  },
  {
    error: new ApiKeyAlreadyRotated('key_1', 'key_2'),
    code: 'api_key_already_rotated',
    message: 'key_1 has been rotated already: key_2 is its successor',
  },
  {
    error: new ApiKeyExpired('key_1', at),
    code: 'api_key_expired',
    message: 'key_1 has expired, at 2026-11-21T12:00:00.000Z: issue a new one',
  },
])('$code has the expected message', ({ error, code, message }) => {
  expect(error).toMatchObject({ code, message });
});

it.each(['a secret', 'pets_0El6XFXwsUFD8J2vGxsaboW7rZYnQRBP5d9erwRwd293Sf1Vz'])(
  'the error does not contain the text %p that was passed as a duration or as an expiry',
  (text) => {
    expect(() => Duration.of(text)).toThrow(expect.objectContaining({ message: expect.not.stringContaining(text) }));
    expect(() => Expiry.of(text, at)).toThrow(expect.objectContaining({ message: expect.not.stringContaining(text) }));
  },
);

function errorOf(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    return error;
  }
}
