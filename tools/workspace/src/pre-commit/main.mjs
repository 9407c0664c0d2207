// Formats and lints the staged files. Exits with 1 if the commit must not be made.
import { errorCode } from '../compile/error-code.mjs';

const root = process.cwd();
/** @param {string} text */
const print = (text) => process.stderr.write(`pre-commit: ${text}\n`);

try {
  const { formatStaged } = await import('./format-staged.mjs');
  const { lintStaged } = await import('./lint-staged.mjs');
  const { staged, formatted, unformatted, invalid } = await formatStaged(root);
  for (const path of formatted) print(`formatted ${path}`);
  for (const message of invalid) print(message);
  for (const path of unformatted)
    print(`${path} is not formatted and was not changed, because it is staged in part or named by the command`);
  if (unformatted.length > 0) print(`to format: npx prettier --write ${unformatted.join(' ')}`);
  const errors = await lintStaged(root, staged);
  if (errors) process.stderr.write(errors);
  if (errors || unformatted.length > 0 || invalid.length > 0) {
    print('nothing was committed ("git commit --no-verify" omits these checks)');
    process.exitCode = 1;
  }
} catch (error) {
  if (errorCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
  print('the dependencies are not installed, so the staged files were not checked. Run: npm ci');
}
