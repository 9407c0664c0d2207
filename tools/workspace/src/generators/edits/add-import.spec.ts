import { addImport } from './add-import.mjs';

const text = `// A comment.
import { a } from '@petstore/a';
import type { C } from '@petstore/c';
import { local } from './local.ts';

export const used = [a, local];
`;

it.each([
  [
    'a package that sorts between others',
    'b',
    '@petstore/b',
    "a } from '@petstore/a';\nimport { b } from '@petstore/b';\nimport type",
  ],
  ['a package that sorts last', 'z', '@petstore/z', "c';\nimport { z } from '@petstore/z';\nimport { local }"],
  ['a relative path', 'other', './other.ts', "local.ts';\nimport { other } from './other.ts';\n"],
  ['a second name of a package', 'a2', '@petstore/a', "import { a, a2 } from '@petstore/a';\nimport type"],
  ['a value beside a type import', 'c', '@petstore/c', "import type { C } from '@petstore/c';\nimport { c } from"],
])('imports from %s', (_, name, module, expected) => {
  const edited = addImport(text, name, module);
  expect(edited).toContain(expected);
  expect(edited).toContain(`${name} } from '${module}';`);
  expect(edited.replace(/^import .*\n/gm, '')).toBe(text.replace(/^import .*\n/gm, ''));
});

it('changes nothing if the name is imported', () => {
  const once = addImport(text, 'b', '@petstore/b');
  expect(addImport(once, 'b', '@petstore/b')).toBe(once);
});

it.each([
  ['const a = 1;', 'it has no import declaration'],
  ["import { b } from 'elsewhere';", 'it imports b from elsewhere instead of @petstore/b'],
  ["import type { b } from '@petstore/b';", 'it imports only the type b'],
  ["import { type b } from '@petstore/b';", 'it imports only the type b'],
  ["import { b from 'elsewhere';", 'it has a syntax error'],
])('refuses %j', (other, message) => {
  expect(() => addImport(other, 'b', '@petstore/b')).toThrow(message);
});
