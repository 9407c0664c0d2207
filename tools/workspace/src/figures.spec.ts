import { countFigures } from './figures.ts';

const files = new Map([
  ['package.json', '{}'],
  ['apps/api/src/main.ts', "import './http/a.ts';\nimport type { B } from './auth/b.ts';\n"],
  ['apps/api/src/http/a.ts', "import './c.ts';\n\n"],
  ['apps/api/src/http/a.spec.ts', "import './a.ts';\n"],
  ['apps/api/src/http/c.ts', ''],
  ['apps/api/src/auth/b.ts', 'x\n'.repeat(151)],
  ['apps/api/src/testing/d.ts', '\n'],
  ['apps/api-e2e/src/e.ts', '\n'],
  ['libs/client/src/f.ts', '\n'],
  ['libs/platform/testing/src/g.ts', '\n'],
  ['libs/pets/domain/src/h.ts', '\n'],
  ['tools/workspace/src/i.ts', '\n'],
]);
const { figures, details } = countFigures(files, 'one\ntwo\n');

it.each([
  ['source files (`.ts`, `.mjs`)', 11],
  ['production files in `apps/api/src/`', 4],
  ['production lines in `apps/api/src/`', 155],
  ['test files in `apps/api/src/`', 2],
  ['test lines in `apps/api/src/`', 2],
  ['production files in `apps/` and `libs/`, without the client', 5],
  ['production lines in `apps/` and `libs/`, without the client', 156],
  ['– `libs/pets/domain`: lines (files)', '1 (1)'],
  ['import cycles between files', 0],
  ['lines of the README', 2],
  ['production files over 150 lines', 1],
  ['our files loaded at start (static imports from `main.ts`)', 3],
])('counts %s', (name, value) => {
  expect(Object.fromEntries(figures)[name]).toBe(value);
});

it('lists the long files with their lines', () => {
  expect(details['Production files over 150 lines']).toEqual(['apps/api/src/auth/b.ts: 151']);
});
