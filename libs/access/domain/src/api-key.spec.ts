import { ApiKeyAlreadyRevoked, ReadOnlyApiKey } from './access.errors.ts';
import { ApiKey } from './api-key.ts';
import { FakeCryptography, issuedAt, issuedKey } from './testing/index.ts';

const hour = 3_600_000;
const after = (milliseconds: number) => new Date(issuedAt.getTime() + milliseconds);

it('an issued key has a secret of 32 random bytes, a public id of 9 other bytes, and its times', () => {
  const { apiKey, secret } = issuedKey('checkout', new FakeCryptography(), '1h');
  expect(secret.text).toMatch(/^pets_0El6XFXwsUFD8J2vGxsaboW7rZYnQRBP5d9erwRwd29/);
  expect(apiKey.snapshot()).toEqual({
    publicId: 'key_00i83Cgecdbus',
    name: 'checkout',
    hint: secret.prefix,
    secretHash: new FakeCryptography().hash('sha256', secret.text),
    access: 'full',
    createdAt: issuedAt,
    expiresAt: after(hour),
    revokedAt: null,
    lastUsedAt: null,
  });
});

it('only a read-only key may not write, also after it was stored and changed', () => {
  const full = issuedKey().apiKey;
  expect(() => [full, full.revoke(after(hour))].forEach((key) => key.requireWriteAccess())).not.toThrow();
  const { apiKey } = issuedKey('website', new FakeCryptography(), '1h', 'read-only');
  for (const key of [apiKey, ApiKey.restore(apiKey.snapshot()), apiKey.revoke(after(1))])
    expect(() => key.requireWriteAccess()).toThrow(ReadOnlyApiKey);
});

it.each([
  ['without expiry', undefined, 0, 'active', Infinity],
  ['without expiry', undefined, 1_000 * 365 * 24 * hour, 'active', Infinity],
  ['of one hour', '1h', 0, 'active', hour],
  ['of one hour', '1h', hour - 1, 'active', 1],
  ['of one hour', '1h', hour, 'expired', 0],
  ['of one hour', '1h', 1_000 * hour, 'expired', 0],
])('a key %s (%s) is after %i ms %s, and works for another %d ms', (_, expires, age, state, remaining) => {
  const { apiKey } = issuedKey('checkout', new FakeCryptography(), expires);
  expect(apiKey.stateAt(after(age))).toBe(state);
  expect(apiKey.remainingLifetime(after(age))).toBe(remaining);
});

it.each([
  ['without expiry', undefined, 60_000],
  ['of one hour', '1h', 60_000],
  ['of one hour that has expired', '1h', 2 * hour],
])('a key %s (%s) that is revoked after %i ms never works again', (_, expires, age) => {
  const { apiKey } = issuedKey('checkout', new FakeCryptography(), expires);
  const revokedAt = after(age);
  const before = apiKey.snapshot();
  const revoked = apiKey.revoke(revokedAt);
  expect(revoked.snapshot()).toEqual({ ...before, revokedAt });
  for (const later of [age, age + 1, 1_000 * hour]) {
    expect(revoked.stateAt(after(later))).toBe('revoked');
    expect(revoked.remainingLifetime(after(later))).toBe(0);
  }
  expect(() => revoked.revoke(after(age + 1))).toThrow(new ApiKeyAlreadyRevoked(before.publicId, revokedAt));
  expect(apiKey.snapshot()).toEqual(before);
});

it.each([
  [null, 0, true],
  [issuedAt, 0, false],
  [issuedAt, 59_999, false],
  [issuedAt, 60_000, true],
])('the last use %p should be recorded again after %i ms: %p', (lastUsedAt, age, expected) => {
  const used = ApiKey.restore({ ...issuedKey().apiKey.snapshot(), lastUsedAt });
  expect(used.shouldRecordUse(after(age))).toBe(expected);
});
