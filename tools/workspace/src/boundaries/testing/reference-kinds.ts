/**
 * Texts that refer to a module, by the kind of reference. Together they are one file: the directive is the first, and the names
 * are declared again and again, which ESLint does not check.
 */
export const referenceKinds: Readonly<Record<string, (specifier: string) => string>> = {
  'triple-slash directive': (name) =>
    `/// <reference ${/^[./]/.test(name) ? 'path' : 'types'}="${name}" />\nexport const y = 1;`,
  'import for side effects': (name) => `import '${name}';`,
  'named import': (name) => `import { x } from '${name}';\nexport const y = x;`,
  'default import': (name) => `import x from '${name}';\nexport const y = x;`,
  'namespace import': (name) => `import * as x from '${name}';\nexport const y = x;`,
  'type-only import': (name) => `import type { X } from '${name}';\nexport type Y = X;`,
  'import of an inline type': (name) => `import { type X } from '${name}';\nexport type Y = X;`,
  'import type': (name) => `export type Y = import('${name}').X;`,
  'typeof import type': (name) => `export type Y = typeof import('${name}');`,
  'dynamic import': (name) => `export const y = import('${name}');`,
  'dynamic import of a template string': (name) => `export const y = import(\`${name}\`);`,
  'deferred import': (name) => `import defer * as x from '${name}';\nexport const y = x;`,
  'deferred dynamic import': (name) => `export const y = import.defer('${name}');`,
  'export from': (name) => `export { x } from '${name}';`,
  'export of everything': (name) => `export * from '${name}';`,
  'export of a namespace': (name) => `export * as y from '${name}';`,
  'type-only export': (name) => `export type { X } from '${name}';`,
  'import equals require': (name) => `import x = require('${name}');\nexport const y = x;`,
  require: (name) => `export const y = require('${name}');`,
  'require.resolve': (name) => `export const y = require.resolve('${name}');`,
  'import.meta.resolve': (name) => `export const y = import.meta.resolve('${name}');`,
  'worker thread': (name) => `export const y = new Worker(new URL('${name}', import.meta.url));`,
  'module augmentation': (name) => `declare module '${name}' {\n  interface X {\n    y: string;\n  }\n}\nexport {};`,
  'jest.mock': (name) => `jest.mock('${name}');`,
  'jest.requireActual': (name) => `export const y = jest.requireActual('${name}');`,
};
