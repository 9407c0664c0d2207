// What operators set and read: the environment file, errors for operators, and texts without secrets and control characters.
export { loadEnvironmentFile } from './settings/environment-file.ts';
export { escapeControlCharacters, escapeControlCharactersInJson } from './escape-control-characters.ts';
export { describeError, OperatorError, readTogether, refuse } from './operator-error.ts';
export { parseInteger } from './settings/parse-integer.ts';
export { requireNode } from './require-node.ts';
export { redactSecrets } from './redact-secrets.ts';
export { settingNames } from './settings/setting-names.ts';
