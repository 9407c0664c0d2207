import { Stryker } from '@stryker-mutator/core';
import { breakScore } from './score.mjs';

/** Git ignores this folder. */
const reports = 'reports/mutation';

/**
 * Runs the specs of a library against each mutant of its sources, in a copy of the library.
 * @param {import('./mutated-libraries.mjs').MutatedLibrary} library
 * @param {boolean} incremental whether to reuse the results of the last run for unchanged mutants and tests
 */
export async function runMutationTests({ name, folder, mutate, specs }, incremental) {
  return new Stryker({
    mutate: [...mutate.map((pattern) => `${folder}/src/${pattern}`), '!**/*.spec.ts'],
    plugins: [import.meta.resolve('@stryker-mutator/jest-runner'), import.meta.resolve('./ignored-code.mjs')],
    ignorers: ['ignored-code'],
    testRunner: 'jest',
    jest: {
      configFile: `${folder}/jest.config.mjs`,
      config: {
        testMatch: specs.map((pattern) => `<rootDir>/src/${pattern}`),
        testPathIgnorePatterns: ['\\.(?:integration|extended)\\.spec\\.ts$'],
        // They start PostgreSQL, which unit specs do not need.
        globalSetup: null,
        globalTeardown: null,
        // Milliseconds. A test that waits forever because of a mutant fails, and the next mutant needs no new process.
        testTimeout: 5_000,
      },
    },
    coverageAnalysis: 'perTest',
    // Milliseconds, in addition to one and a half times the duration of the tests. With the default, 5 s, mutants that the
    // specs detect were counted as timeouts on a busy machine.
    timeoutMS: 60_000,
    ignorePatterns: ['**', `!${folder}/**`, '**/dist', '**/out-tsc', '!package.json', '!jest.preset.mjs'],
    tempDirName: `${reports}/sandbox`,
    cleanTempDir: 'always',
    symlinkNodeModules: false,
    incremental,
    incrementalFile: `${reports}/${name}.json`,
    reporters: ['progress-append-only', 'clear-text', 'html'],
    clearTextReporter: { reportTests: false, skipFull: true },
    htmlReporter: { fileName: `${reports}/${name}.html` },
    thresholds: { high: 100, low: breakScore },
    // The types have an enum that Stryker does not export.
    logLevel: /** @type {never} */ ('warn'),
    warnings: { unknownOptions: true, preprocessorErrors: true, unserializableOptions: true, slow: false },
  }).runMutationTest();
}
