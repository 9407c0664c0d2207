import { ApiKeyAlreadyRevoked, ReadOnlyApiKey } from './access.errors.ts';
import { ApiKey, KeyName } from './api-key.ts';
import { Actor } from './audit-entry.ts';
import { FakeCryptography, issuedAt, issuedKey } from './testing/index.ts';

const hour = 3_600_000;
const after = (milliseconds: number) => new Date(issuedAt.getTime() + milliseconds);

describe('an issued key', () => {
  it('has a secret of 32 random bytes and a public id of 9 other bytes', () => {
    const { apiKey, secret } = issuedKey();
    expect(secret.text).toMatch(/^pets_0El6XFXwsUFD8J2vGxsaboW7rZYnQRBP5d9erwRwd29/);
    expect(apiKey.publicId).toBe('key_00i83Cgecdbus');
  });

  it('has its name, the prefix of its secret, and its times', () => {
    const { apiKey, secret } = issuedKey('checkout', new FakeCryptography(), '1h');
    expect(apiKey.name.text).toBe('checkout');
    expect(apiKey.snapshot()).toEqual({
      publicId: apiKey.publicId,
      name: 'checkout',
      hint: secret.prefix,
      access: 'full',
      createdAt: issuedAt,
      expiresAt: after(hour),
      revokedAt: null,
      lastUsedAt: null,
    });
  });

  it('does not contain its secret', () => {
    const { apiKey, secret } = issuedKey();
    expect(JSON.stringify(apiKey)).not.toContain(secret.text.slice(secret.prefix.length));
  });

  it('is different each time, even with the same name', () => {
    const cryptography = new FakeCryptography();
    const [first, second] = [issuedKey('checkout', cryptography), issuedKey('checkout', cryptography)];
    expect(first.secret.text).not.toBe(second.secret.text);
    expect(first.apiKey.publicId).not.toBe(second.apiKey.publicId);
  });
});

describe('the access of a key', () => {
  it('allows a full key to write, in every state', () => {
    const { apiKey } = issuedKey();
    expect(() => [apiKey, apiKey.revoke(after(hour))].forEach((key) => key.requireWriteAccess())).not.toThrow();
  });

  it('forbids a read-only key to write, also after it was stored and changed', () => {
    const { apiKey } = issuedKey('website', new FakeCryptography(), '1h', 'read-only');
    for (const key of [apiKey, ApiKey.restore(apiKey.snapshot()), apiKey.revoke(after(1))]) {
      expect(key.access).toBe('read-only');
      expect(() => key.requireWriteAccess()).toThrow(ReadOnlyApiKey);
    }
  });
});

describe('a key without expiry', () => {
  it.each([0, hour, 1_000 * 365 * 24 * hour])('is active %i ms after it was issued', (age) => {
    const { apiKey } = issuedKey();
    expect(apiKey.stateAt(after(age))).toBe('active');
    expect(apiKey.remainingLifetime(after(age))).toBe(Infinity);
  });
});

describe('a key that expires after one hour', () => {
  const { apiKey } = issuedKey('checkout', new FakeCryptography(), '1h');

  it.each([
    [0, 'active', hour],
    [hour - 1, 'active', 1],
    [hour, 'expired', 0],
    [hour + 1, 'expired', 0],
    [1_000 * hour, 'expired', 0],
  ])('after %i ms is %s and works for another %i ms', (age, state, remaining) => {
    expect(apiKey.stateAt(after(age))).toBe(state);
    expect(apiKey.remainingLifetime(after(age))).toBe(remaining);
  });
});

describe.each([
  ['without expiry', undefined],
  ['for one hour', '1h'],
])('a key issued %s and revoked after one minute', (_, expires) => {
  const revokedAt = after(60_000);
  const { apiKey } = issuedKey('checkout', new FakeCryptography(), expires);
  const revoked = apiKey.revoke(revokedAt);

  it.each([60_000, 60_001, hour - 1, hour, 1_000 * hour])(
    'is revoked and does not work %i ms after it was issued',
    (age) => {
      expect(revoked.stateAt(after(age))).toBe('revoked');
      expect(revoked.remainingLifetime(after(age))).toBe(0);
    },
  );

  it('is otherwise unchanged', () => {
    expect(revoked.snapshot()).toEqual({ ...apiKey.snapshot(), revokedAt });
  });

  it('cannot be revoked again; the error contains the time of the revocation', () => {
    expect(() => revoked.revoke(after(hour))).toThrow(new ApiKeyAlreadyRevoked(apiKey.publicId, revokedAt));
  });

  it('does not change the original object', () => {
    expect(apiKey.stateAt(revokedAt)).toBe('active');
  });
});

it('an expired key can be revoked', () => {
  const { apiKey } = issuedKey('checkout', new FakeCryptography(), '1h');
  expect(apiKey.revoke(after(2 * hour)).stateAt(after(2 * hour))).toBe('revoked');
});

describe('the time of the last use', () => {
  it('should be recorded when none is stored', () => {
    expect(issuedKey().apiKey.shouldRecordUse(issuedAt)).toBe(true);
  });

  it.each([
    [0, false],
    [59_999, false],
    [60_000, true],
    [hour, true],
  ])('should be recorded again %i ms after the stored time: %p', (age, expected) => {
    const used = ApiKey.restore({ ...issuedKey().apiKey.snapshot(), lastUsedAt: issuedAt });
    expect(used.shouldRecordUse(after(age))).toBe(expected);
  });
});

describe.each([
  { field: 'the name of a key', TextClass: KeyName, code: 'invalid_key_name' },
  { field: 'the name of the actor', TextClass: Actor, code: 'invalid_actor' },
])('$field', ({ field, TextClass, code }) => {
  it('can be printable text, and cannot be a line feed', () => {
    expect(TextClass.of("O'Malley's checkout").text).toBe("O'Malley's checkout");
    const message = `${field} must be ${TextClass.allowed}`;
    expect(() => TextClass.of('\n')).toThrow(expect.objectContaining({ code, message }));
  });
});
