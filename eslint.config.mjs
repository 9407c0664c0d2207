import jsonParser from 'jsonc-eslint-parser';
import tseslint from 'typescript-eslint';
import workspace from './tools/workspace/src/boundaries/eslint-plugin.mjs';

const typescript = ['**/*.{ts,mts,cts,tsx}'];

export default [
  // Generated folders. A folder of the same name in `src` has code that is built.
  { ignores: ['**/dist', '**/out-tsc', '**/coverage', '!**/src/**', '.nx', 'reports'] },
  // It is not a workspace: a test installs it with its own lock file.
  { ignores: ['apps/api-e2e/registry'] },
  // A comment must not turn a rule off. The exceptions, with their reasons, are in boundary-rules.mjs.
  { linterOptions: { noInlineConfig: true } },
  { plugins: { workspace } },
  ...tseslint.configs.strict.map((config) => ({ ...config, files: typescript })),
  {
    files: typescript,
    rules: {
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      eqeqeq: 'error',
    },
  },
  {
    files: ['{apps,libs,tools}/**/*.{ts,mts,cts,tsx,js,mjs,cjs,jsx}'],
    rules: {
      'workspace/module-boundaries': 'error',
      'workspace/environment-variables': 'error',
      // Code in a string has imports that no rule sees.
      'no-eval': 'error',
      'no-new-func': 'error',
    },
  },
  {
    files: ['{apps,libs,tools}/**/package.json'],
    languageOptions: { parser: jsonParser },
    rules: { 'workspace/declared-dependencies': 'error' },
  },
];
