// Settings of operators: parses the texts of environment variables. Errors for operators: describes errors, redacts secrets,
// escapes control characters. Declarations of settings. The file config.ts of each app reads the environment variables and the environment file.
export { describeError } from './describe-error.ts';
export { describeSettings } from './describe-settings.ts';
export { environmentFileSettings, loadEnvironmentFile } from './environment-file.ts';
export { escapeControlCharacters, escapeControlCharactersInJson } from './escape-control-characters.ts';
export { InvalidSetting, OperatorError } from './operator-error.ts';
export {
  baseUrlParser,
  parseCount,
  parseHost,
  parseLogLevel,
  parseMilliseconds,
  parsePort,
  parseSwitch,
  settingParser,
  textParser,
  type LogLevel,
  type SettingParser,
} from './parse-settings.ts';
export { redactSecrets } from './redact-secrets.ts';
export { secretFileVariable } from './secret-file.ts';
export { settingsTables } from './settings-table.ts';
export {
  notShown,
  optionalSetting,
  readSettings,
  setting,
  type Setting,
  type SettingGroup,
  type Settings,
  type SettingValues,
} from './setting.ts';
