import { parseOptions } from './options.ts';

it('returns the options and the names of the rows', () => {
  expect(parseOptions(['--upgrade', '/opt/15', 'switchover'])).toMatchObject({
    upgrade: '/opt/15',
    names: ['switchover'],
  });
});

it('refuses an unknown option', () => {
  expect(() => parseOptions(['--scale', '2'])).toThrow('--scale');
});
