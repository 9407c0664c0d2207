import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const testServer = join(root, 'libs/shared/database/src/testing');

/** Packages that are published as ES modules alone: Jest runs CommonJS, so they are transformed like our own files. */
const esModules = ['@nestjs', 'file-type', 'strtok3', 'token-types', 'uint8array-extras', '@tokenizer', '@borewit'];

const decorators = {
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
};

/**
 * A project's Jest configuration.
 * @param {string} project import.meta.dirname of its jest.config.mjs
 * @param {{ database?: boolean }} needs `database`: a PostgreSQL of the run's own, from the embedded binaries
 */
export function jestConfig(project, { database = false } = {}) {
  return {
    displayName: relative(root, project),
    rootDir: project,
    roots: ['<rootDir>/src'],
    testEnvironment: 'node',
    testEnvironmentOptions: { customExportConditions: ['@petstore/source', 'node', 'require', 'default'] },
    transform: { '^.+\\.[jt]s$': ['@swc/jest', decorators] },
    transformIgnorePatterns: [`/node_modules/(?!(?:${esModules.join('|')})/)`],
    errorOnDeprecated: true,
    restoreMocks: true,
    // Against hanging alone: how long a thing takes is no matter of these tests.
    testTimeout: 300_000,
    ...(database && {
      globalSetup: join(testServer, 'set-up.ts'),
      globalTeardown: join(testServer, 'tear-down.ts'),
    }),
  };
}
