import { ApiKey } from './api-key.ts';
import { KeyName } from './key-name.ts';
import { CountingCryptography } from './testing/index.ts';

const name = KeyName.of('till');

it('has a secret of 32 random bytes and a public id of 9 others', () => {
  const { apiKey, secret } = ApiKey.issue(name, new CountingCryptography());
  expect(secret.text).toBe('pets_0El6XFXwsUFD8J2vGxsaboW7rZYnQRBP5d9erwRwd293Sf1Vz');
  expect(apiKey.publicId).toBe('key_00i83Cgecdbus');
});

it('knows its name and the hint of its secret', () => {
  const { apiKey, secret } = ApiKey.issue(name, new CountingCryptography());
  expect(apiKey.name).toBe(name);
  expect(apiKey.hint).toBe(secret.hint);
});

it('does not hold its secret', () => {
  const { apiKey, secret } = ApiKey.issue(name, new CountingCryptography());
  expect(JSON.stringify(apiKey)).not.toContain(secret.text.slice(secret.hint.length));
});

it('is another one each time, whatever its name', () => {
  const cryptography = new CountingCryptography();
  const [first, second] = [ApiKey.issue(name, cryptography), ApiKey.issue(name, cryptography)];
  expect(first.secret.text).not.toBe(second.secret.text);
  expect(first.apiKey.publicId).not.toBe(second.apiKey.publicId);
});

it('comes back from the store as it was issued', () => {
  const { apiKey } = ApiKey.issue(name, new CountingCryptography());
  const { publicId, hint } = apiKey;
  expect(ApiKey.restore({ publicId, name: 'till', hint })).toEqual(apiKey);
});
