/** An error that the operator can fix. The message is one line without secrets. It says what the operator must change. */
export class OperatorError extends Error {}

/** An environment variable has a value that is not allowed. */
export class InvalidSetting extends OperatorError {
  /**
   * @param variable name of the environment variable
   * @param value value of the variable. The message omits a value that may contain a password. Pass undefined if every value
   *   of the variable may contain one.
   * @param allowed the allowed values, as the end of a sentence "… must be …"
   */
  constructor(variable: string, value: string | undefined, allowed: string) {
    const isShown = value !== undefined && !/@|password/i.test(value);
    super(
      isShown
        ? `${variable} is ${JSON.stringify(value)}, but must be ${allowed}`
        : `${variable} (its value is not shown) must be ${allowed}`,
    );
  }
}
