// Settings of operators: parses the texts of environment variables. Errors for operators: describes errors, redacts secrets,
// escapes control characters. The file config.ts of each app reads the environment variables.
export { describeError } from './describe-error.ts';
export { escapeControlCharacters, escapeControlCharactersInJson } from './escape-control-characters.ts';
export { InvalidSetting, OperatorError } from './operator-error.ts';
export {
  parseBaseUrl,
  parseCount,
  parseHost,
  parseLogLevel,
  parseMilliseconds,
  parsePort,
  parseSwitch,
  type LogLevel,
} from './parse-settings.ts';
export { redactSecrets } from './redact-secrets.ts';
