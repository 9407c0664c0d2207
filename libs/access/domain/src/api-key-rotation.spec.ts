import { ApiKeyAlreadyRevoked, ApiKeyAlreadyRotated, ApiKeyExpired } from './access.errors.ts';
import { ApiKey } from './api-key.ts';
import { Duration } from './duration.ts';
import { FakeCryptography, issuedAt, issuedKey } from './testing/index.ts';

const [hour, day] = [3_600_000, 86_400_000];
const after = (milliseconds: number) => new Date(issuedAt.getTime() + milliseconds);

let cryptography: FakeCryptography;

beforeEach(() => {
  cryptography = new FakeCryptography();
});

const rotate = (apiKey: ApiKey, now: Date, grace: string) => apiKey.rotate(now, Duration.of(grace), cryptography);

describe('the successor of a key', () => {
  it('is a new key of the same name, created at the time of the rotation', () => {
    const old = issuedKey("O'Malley's checkout", cryptography);
    const { apiKey, secret } = rotate(old.apiKey, after(hour), '1d');
    expect(apiKey.snapshot()).toEqual({
      publicId: apiKey.publicId,
      name: "O'Malley's checkout",
      hint: secret.prefix,
      access: 'full',
      createdAt: after(hour),
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
      successorId: null,
    });
    expect(apiKey.publicId).not.toBe(old.apiKey.publicId);
    expect(secret.text).not.toBe(old.secret.text);
  });

  it('has the access of the old key after every rotation', () => {
    let { apiKey } = issuedKey('website', cryptography, undefined, 'read-only');
    for (const age of [1, 2]) {
      const { retired, ...next } = rotate(apiKey, after(age * day), '1d');
      expect([retired.access, next.apiKey.access]).toEqual(['read-only', 'read-only']);
      apiKey = next.apiKey;
    }
  });

  it.each(['0s', '1h', '99999w'])('has the lifetime of the old key, independent of the grace period (%s)', (grace) => {
    const { apiKey } = rotate(issuedKey('checkout', cryptography, '30d').apiKey, after(10 * day), grace);
    expect(apiKey.snapshot().expiresAt).toEqual(after(40 * day));
  });

  it('has the same lifetime after every rotation', () => {
    let { apiKey } = issuedKey('checkout', cryptography, '30d');
    for (const age of [10, 20, 30]) {
      apiKey = rotate(apiKey, after(age * day), '1d').apiKey;
      expect(apiKey.snapshot().expiresAt).toEqual(after((age + 30) * day));
    }
  });

  it('stays active after the old key has expired and was revoked', () => {
    const { apiKey, retired } = rotate(issuedKey('checkout', cryptography).apiKey, issuedAt, '0s');
    retired.revoke(after(1));
    expect(apiKey.stateAt(after(1_000 * day))).toBe('active');
  });
});

describe('a rotated key', () => {
  it('works until its grace period ends, and not longer', () => {
    const { retired, endsAt } = rotate(issuedKey('checkout', cryptography).apiKey, after(day), '1h');
    expect(endsAt).toEqual(after(day + hour));
    expect(retired.snapshot().expiresAt).toEqual(endsAt);
    expect(retired.stateAt(after(day))).toBe('rotated');
    expect(retired.remainingLifetime(after(day))).toBe(hour);
    expect(retired.stateAt(after(day + hour - 1))).toBe('rotated');
    expect(retired.stateAt(after(day + hour))).toBe('expired');
    expect(retired.remainingLifetime(after(day + hour))).toBe(0);
  });

  it('ends immediately without a grace period', () => {
    const { retired } = rotate(issuedKey('checkout', cryptography).apiKey, after(day), '0s');
    expect(retired.stateAt(after(day))).toBe('expired');
  });

  it.each([
    ['2h', 2 * hour],
    ['24h', day],
    ['25h', day],
    ['99999w', day],
  ])('ends at its own expiry, one day later, if the grace period (%s) is longer', (grace, remaining) => {
    const { retired, endsAt } = rotate(issuedKey('checkout', cryptography, '2d').apiKey, after(day), grace);
    expect(endsAt).toEqual(after(day + remaining));
    expect(retired.snapshot().expiresAt).toEqual(endsAt);
  });

  it('has a new expiry and the id of its successor, and is otherwise unchanged', () => {
    const used = ApiKey.restore({ ...issuedKey('checkout', cryptography).apiKey.snapshot(), lastUsedAt: after(5) });
    const { apiKey, retired, endsAt } = rotate(used, after(day), '1h');
    expect(retired.snapshot()).toEqual({ ...used.snapshot(), expiresAt: endsAt, successorId: apiKey.publicId });
  });

  it('cannot be rotated again; the error names the successor', () => {
    const { apiKey, retired } = rotate(issuedKey('checkout', cryptography).apiKey, after(day), '1h');
    const error = new ApiKeyAlreadyRotated(retired.publicId, apiKey.publicId);
    expect(() => rotate(retired, after(day), '1h')).toThrow(error);
  });

  it('can be revoked before its grace period ends', () => {
    const { retired } = rotate(issuedKey('checkout', cryptography).apiKey, after(day), '1h');
    const revoked = retired.revoke(after(day + 1));
    expect(revoked.stateAt(after(day + 1))).toBe('revoked');
    expect(revoked.remainingLifetime(after(day + 1))).toBe(0);
  });
});

describe('rotation is refused', () => {
  it('for a revoked key, even if it has also expired', () => {
    const revoked = issuedKey('checkout', cryptography, '1h').apiKey.revoke(after(5));
    const error = new ApiKeyAlreadyRevoked(revoked.publicId, after(5));
    expect(() => rotate(revoked, after(6), '1h')).toThrow(error);
    expect(() => rotate(revoked, after(2 * hour), '1h')).toThrow(error);
  });

  it('from the moment of expiry', () => {
    const { apiKey } = issuedKey('checkout', cryptography, '1h');
    expect(rotate(apiKey, after(hour - 1), '1h').endsAt).toEqual(after(hour));
    expect(() => rotate(apiKey, after(hour), '1h')).toThrow(new ApiKeyExpired(apiKey.publicId, after(hour)));
  });

  it('for a rotated key whose grace period has ended', () => {
    const { retired } = rotate(issuedKey('checkout', cryptography).apiKey, issuedAt, '1h');
    expect(() => rotate(retired, after(hour), '1h')).toThrow(ApiKeyExpired);
  });

  it('before the key generates random bytes', () => {
    const { apiKey } = issuedKey('checkout', cryptography, '1h');
    const randomBytes = jest.spyOn(cryptography, 'randomBytes');
    expect(() => rotate(apiKey, after(hour), '1h')).toThrow(ApiKeyExpired);
    expect(randomBytes).not.toHaveBeenCalled();
  });
});
