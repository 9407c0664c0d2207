import { sourceOf } from './exports.mjs';

const entries = {
  '.': { '@petstore/source': './src/index.ts', default: './dist/index.js' },
  './*': { '@petstore/source': './src/*.ts' },
  './*.spec': null,
  './server/internals': null,
  './server/tuning/*': null,
  './server/tuning/public': { '@petstore/source': './src/server/tuning/public.ts' },
  './package.json': './package.json',
  './built': { default: './dist/built.js' },
};

it.each([
  ['', './src/index.ts'],
  ['server/listen', './src/server/listen.ts'],
  ['server/tuning/public', './src/server/tuning/public.ts'],
  ['package.json', './package.json'],
])('resolves "%s"', (subpath, source) => {
  expect(sourceOf(entries, subpath)).toBe(source);
});

it.each(['server/internals', 'server/tuning/flags', 'server/listen.spec', 'built'])('does not export %s', (subpath) => {
  expect(sourceOf(entries, subpath)).toBeUndefined();
});

it('exports nothing without entries', () => {
  expect(sourceOf(undefined, '')).toBeUndefined();
  expect(sourceOf({ '.': './src/index.ts' }, 'toString')).toBeUndefined();
});
