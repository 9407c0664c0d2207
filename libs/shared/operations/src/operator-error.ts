/** An error that the operator can fix. The message has no secrets. It says what the operator must change. */
export class OperatorError extends Error {}
