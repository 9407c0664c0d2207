// What operators set and read: the environment file, errors for operators, and texts without secrets and control characters.
export { describeError } from './describe-error.ts';
export { loadEnvironmentFile } from './environment-file.ts';
export { escapeControlCharacters, escapeControlCharactersInJson } from './escape-control-characters.ts';
export { OperatorError } from './operator-error.ts';
export { readTogether } from './read-together.ts';
export { requireNode } from './require-node.ts';
export { redactSecrets } from './redact-secrets.ts';
export { settingNames } from './setting-names.ts';
