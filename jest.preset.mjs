import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import swc from '@swc/jest';

const root = dirname(fileURLToPath(import.meta.url));

/** Packages that are published only as ES modules. Jest runs CommonJS, so SWC transforms them like the files of this workspace. */
const esModules = [
  '@nestjs',
  'file-type',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer',
  '@borewit',
  'marked',
];

const decorators = {
  // In separate files. An inline source map makes the code longer, and each spec file loads its modules again.
  sourceMaps: true,
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
};

/**
 * Returns the Jest configuration of a project.
 * @param {string} project import.meta.dirname of its jest.config.mjs
 * @param {{ database?: boolean, processes?: boolean }} needs `database`: start an embedded PostgreSQL for the run; `processes`:
 *   the tests wait for other processes most of the time, so that two workers are faster than one on two cores
 */
export function jestConfig(project, { database = false, processes = false } = {}) {
  return {
    displayName: relative(root, project),
    rootDir: project,
    roots: ['<rootDir>/src'],
    ...(processes && { maxWorkers: Math.max(2, availableParallelism() - 1) }),
    testEnvironment: 'node',
    testEnvironmentOptions: { customExportConditions: ['@petstore/source', 'node', 'require', 'default'] },
    // One cache for all projects.
    id: 'petstore',
    transform: { '^.+\\.[jt]s$': [fileURLToPath(import.meta.url), decorators] },
    transformIgnorePatterns: [`/node_modules/(?!(?:${esModules.join('|')})/)`],
    errorOnDeprecated: true,
    restoreMocks: true,
    // Milliseconds. Ends a test that hangs. The tests do not check durations.
    testTimeout: 300_000,
    ...(database && { globalSetup: join(root, 'libs/shared/database/src/testing/set-up.ts') }),
  };
}

/**
 * The transformer of the configuration: SWC. Without the configuration of the project in the key of a result, the projects share it, so
 * that not each of them transforms the packages of Nest and of this workspace again.
 */
export default {
  createTransformer(options) {
    const transformer = swc.createTransformer(options);
    const shared = { config: { rootDir: root }, configString: '' };
    const getCacheKey = (source, path, given) => transformer.getCacheKey(source, path, { ...given, ...shared });
    return { ...transformer, getCacheKey };
  },
};
