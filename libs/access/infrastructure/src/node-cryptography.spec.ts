import { NodeCryptography } from './index.ts';

const cryptography = new NodeCryptography();

it('hashes with SHA-256 (FIPS 180-4, the example "abc")', () => {
  expect(cryptography.sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('returns the requested number of bytes, different for each call', () => {
  expect(cryptography.randomBytes(32)).toHaveLength(32);
  expect(cryptography.randomBytes(32)).not.toEqual(cryptography.randomBytes(32));
});
