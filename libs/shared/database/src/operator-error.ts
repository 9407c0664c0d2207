/** Something the operator can mend: the message is one line that says what, and never shows a secret. */
export class OperatorError extends Error {}

/** A variable that holds what it must not. */
export class InvalidSetting extends OperatorError {
  constructor(variable: string, read: string, allowed: string) {
    super(`${variable} is ${JSON.stringify(read)}, but must be ${allowed}`);
  }
}
