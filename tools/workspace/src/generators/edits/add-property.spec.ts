import { addProperty } from './add-property.mjs';

it.each([
  ['const contexts = { a: 1 };', 'const contexts = { a: 1, b: two };'],
  ['const contexts = {};', 'const contexts = { b: two };'],
  ['const contexts = { a: 1, };', 'const contexts = { a: 1, b: two, };'],
  ['export const contexts = { a } satisfies R;', 'export const contexts = { a, b: two } satisfies R;'],
  ['const contexts: T = { a: 1 } as const;', 'const contexts: T = { a: 1, b: two } as const;'],
  ['const other = { b: 1 }, contexts = { a: 1 };', 'const other = { b: 1 }, contexts = { a: 1, b: two };'],
])('changes %j', (text, expected) => {
  expect(addProperty(text, 'contexts', 'b', 'two')).toBe(expected);
  expect(addProperty(expected, 'contexts', 'b', 'two')).toBe(expected);
});

it.each([
  ['const other = {};', 'it has no declaration `const contexts = { … }`'],
  ['const contexts = create();', 'it has no declaration `const contexts = { … }`'],
  ['function f() { const contexts = {}; }', 'it has no declaration `const contexts = { … }`'],
  ['const contexts = { b: other };', 'contexts has another b already'],
  ["const contexts = { 'b': other };", 'contexts has another b already'],
  ['const contexts = { b };', 'contexts has another b already'],
  ['const contexts = { b', 'it has a syntax error'],
])('refuses %j', (text, message) => {
  expect(() => addProperty(text, 'contexts', 'b', 'two')).toThrow(message);
});
