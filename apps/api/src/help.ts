import { describeSettings, OperatorError } from '@petstore/settings';
import { settingGroups } from './settings.ts';

const helpOptions = ['-h', '--help'];

/**
 * Whether the command line asks for help. The service has no other arguments.
 * @throws OperatorError if there is another argument
 */
export function isHelpRequested(args: readonly string[]): boolean {
  const unknown = args.find((argument) => !helpOptions.includes(argument));
  if (unknown === undefined) return args.length > 0;
  throw new OperatorError(
    `unknown argument ${JSON.stringify(unknown)}: the settings are environment variables, and --help lists them`,
  );
}

/** Prints all settings with their defaults and allowed values. Wraps the lines if standard output is a terminal. */
export function printHelp(): void {
  // The reader of a pipe may close it early, as `head` does.
  process.stdout.on('error', () => undefined);
  process.stdout.write(helpText(process.stdout.isTTY ? process.stdout.columns : Infinity));
}

/** @param width columns of the terminal; Infinity for one line per setting */
export function helpText(width: number): string {
  return `Starts the Petstore service. Its settings are environment variables:

${describeSettings(settingGroups, width)}
Example: PORT=8080 npm start
`;
}
