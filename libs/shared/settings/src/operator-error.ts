/** An error that the operator can fix. The message is one line that names what to change; it never contains a secret. */
export class OperatorError extends Error {}

/** An environment variable has a value that is not allowed. */
export class InvalidSetting extends OperatorError {
  /**
   * @param read the value. The message leaves it out if it may contain a password; pass undefined if it always may.
   * @param allowed the allowed values, as the end of "must be …"
   */
  constructor(variable: string, read: string | undefined, allowed: string) {
    const isShown = read !== undefined && !/@|password/i.test(read);
    super(
      isShown
        ? `${variable} is ${JSON.stringify(read)}, but must be ${allowed}`
        : `${variable} (its value is not shown) must be ${allowed}`,
    );
  }
}
