// Settings and errors for operators: parses environment variables, redacts secrets, escapes control characters.
// Reads no environment variable: the apps do, in config.ts.
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
