import { ApiKeyAlreadyRevoked } from './access.errors.ts';
import { ApiKey } from './api-key.ts';
import { Duration } from './duration.ts';
import { CountingCryptography, issuedAt, issuedKey } from './testing/index.ts';

const hour = 3_600_000;
const after = (milliseconds: number) => new Date(issuedAt.getTime() + milliseconds);

describe('a key that is issued', () => {
  it('has a secret of 32 random bytes and a public id of 9 others', () => {
    const { apiKey, secret } = issuedKey();
    expect(secret.text).toBe('pets_0El6XFXwsUFD8J2vGxsaboW7rZYnQRBP5d9erwRwd293Sf1Vz');
    expect(apiKey.publicId).toBe('key_00i83Cgecdbus');
  });

  it('knows its name, the hint of its secret, and when it came and goes', () => {
    const { apiKey, secret } = issuedKey('till', new CountingCryptography(), '1h');
    expect(apiKey.name.text).toBe('till');
    expect(apiKey.snapshot()).toEqual({
      publicId: apiKey.publicId,
      name: 'till',
      hint: secret.hint,
      createdAt: issuedAt,
      expiresAt: after(hour),
      revokedAt: undefined,
      lastUsedAt: undefined,
      successorId: undefined,
    });
  });

  it('does not hold its secret', () => {
    const { apiKey, secret } = issuedKey();
    expect(JSON.stringify(apiKey)).not.toContain(secret.text.slice(secret.hint.length));
  });

  it('is another one each time, whatever its name', () => {
    const cryptography = new CountingCryptography();
    const [first, second] = [issuedKey('till', cryptography), issuedKey('till', cryptography)];
    expect(first.secret.text).not.toBe(second.secret.text);
    expect(first.apiKey.publicId).not.toBe(second.apiKey.publicId);
  });

  it('comes back from the store as it was', () => {
    const { apiKey } = issuedKey('till', new CountingCryptography(), '1h');
    expect(ApiKey.restore(apiKey.snapshot())).toEqual(apiKey);
  });
});

describe('a key that lives for ever', () => {
  it.each([0, hour, 1_000 * 365 * 24 * hour])('is active %i ms after it was issued, and has no end', (age) => {
    const { apiKey } = issuedKey();
    expect(apiKey.stateAt(after(age))).toBe('active');
    expect(apiKey.usableFor(after(age))).toBe(Infinity);
  });
});

describe('a key that was issued for an hour', () => {
  const { apiKey } = issuedKey('till', new CountingCryptography(), '1h');

  it.each([
    [0, 'active', hour],
    [hour - 1, 'active', 1],
    [hour, 'expired', 0],
    [hour + 1, 'expired', 0],
    [1_000 * hour, 'expired', 0],
  ])('after %i ms is %s and usable for another %i', (age, state, usableFor) => {
    expect(apiKey.stateAt(after(age))).toBe(state);
    expect(apiKey.usableFor(after(age))).toBe(usableFor);
  });
});

describe.each([
  ['for ever', undefined],
  ['for an hour', '1h'],
])('a key that was issued %s and revoked after a minute', (_, expires) => {
  const revokedAt = after(60_000);
  const { apiKey } = issuedKey('till', new CountingCryptography(), expires);
  const revoked = apiKey.revoke(revokedAt);

  it.each([60_000, 60_001, hour - 1, hour, 1_000 * hour])('is revoked, and of no use, %i ms after its issue', (age) => {
    expect(revoked.stateAt(after(age))).toBe('revoked');
    expect(revoked.usableFor(after(age))).toBe(0);
  });

  it('is otherwise what it was', () => {
    expect(revoked.snapshot()).toEqual({ ...apiKey.snapshot(), revokedAt });
  });

  it('cannot be revoked again, and says since when it is', () => {
    expect(() => revoked.revoke(after(hour))).toThrow(new ApiKeyAlreadyRevoked(apiKey.publicId, revokedAt));
  });

  it('leaves the picture that others hold of it as it was', () => {
    expect(apiKey.stateAt(revokedAt)).toBe('active');
  });
});

it('can be revoked when it has expired, and then is', () => {
  const { apiKey } = issuedKey('till', new CountingCryptography(), '1h');
  expect(apiKey.revoke(after(2 * hour)).stateAt(after(2 * hour))).toBe('revoked');
});

describe('the use of a key', () => {
  it('is worth noting when none was noted', () => {
    expect(issuedKey().apiKey.isUseWorthNotingAt(issuedAt)).toBe(true);
  });

  it.each([
    [0, false],
    [59_999, false],
    [60_000, true],
    [hour, true],
  ])('%i ms after the last note is worth a new one: %p', (age, isWorth) => {
    const used = ApiKey.restore({ ...issuedKey().apiKey.snapshot(), lastUsedAt: issuedAt });
    expect(used.isUseWorthNotingAt(after(age))).toBe(isWorth);
  });
});

describe('a key is dead', () => {
  const [mortal, immortal] = [issuedKey('till', new CountingCryptography(), '1h'), issuedKey()];
  const dayAfter = (milliseconds: number) => after(milliseconds + 24 * hour);

  it.each([
    ['since it expired', mortal.apiKey, hour],
    ['since it was revoked', immortal.apiKey.revoke(after(5)), 5],
    ['since it was revoked, if it was to expire later', mortal.apiKey.revoke(after(5)), 5],
    ['since it expired, if it was revoked later', mortal.apiKey.revoke(after(2 * hour)), hour],
  ])('%s', (_, dead, end) => {
    expect(dead.hasBeenDeadFor(Duration.of('1d'), dayAfter(end - 1))).toBe(false);
    expect(dead.hasBeenDeadFor(Duration.of('1d'), dayAfter(end))).toBe(true);
    expect(dead.hasBeenDeadFor(Duration.of('0d'), after(end - 1))).toBe(false);
    expect(dead.hasBeenDeadFor(Duration.of('0d'), after(end))).toBe(true);
  });

  it('never, while it lives', () => {
    expect(immortal.apiKey.hasBeenDeadFor(Duration.of('0s'), after(1_000_000 * hour))).toBe(false);
  });
});
