import { missingRequirement } from './requirements.ts';

const complete = { platform: 'linux', user: 0, exists: () => true };

it('returns undefined if nothing is missing', () => {
  expect(missingRequirement(complete)).toBeUndefined();
});

it('lists each missing package once, in one line', () => {
  expect(missingRequirement({ ...complete, exists: (path) => !/bridge|ip$|patroni/.test(path) })).toBe(
    'missing Debian packages: apt-get install --no-install-recommends patroni iproute2',
  );
});

it.each([
  [{ platform: 'darwin' }, 'the cluster needs Linux'],
  [{ user: 1000 }, 'the cluster needs root'],
])('refuses %j', (machine, reason) => {
  expect(missingRequirement({ ...complete, ...machine })).toContain(reason);
});
