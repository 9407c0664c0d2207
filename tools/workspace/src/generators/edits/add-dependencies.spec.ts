import { addDependencies } from './add-dependencies.mjs';

const text = JSON.stringify({ name: 'a', dependencies: { b: '1.0.0', d: '2.0.0' }, devDependencies: { x: '1' } });

it('adds dependencies in alphabetical order and keeps the rest', () => {
  const edited = addDependencies(text, { e: '1.0.0', c: '1.0.0' });
  expect(edited).toBe(
    `${JSON.stringify(
      { name: 'a', dependencies: { b: '1.0.0', c: '1.0.0', d: '2.0.0', e: '1.0.0' }, devDependencies: { x: '1' } },
      undefined,
      2,
    )}\n`,
  );
  expect(addDependencies(edited, { e: '1.0.0', c: '1.0.0' })).toBe(edited);
});

it('keeps the version of a dependency', () => {
  expect(JSON.parse(addDependencies(text, { b: '3.0.0' }))).toEqual(JSON.parse(text));
});

it.each([
  ['{}', 'it has no `dependencies`'],
  ['{', 'it is not JSON'],
])('refuses %j', (other, message) => {
  expect(() => addDependencies(other, { c: '1.0.0' })).toThrow(message);
});
