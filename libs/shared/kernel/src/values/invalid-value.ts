import { DomainError } from '../domain-error.ts';

/**
 * A value that violates the rule of its field. The message names the field and the rule. It never contains the value,
 * because the value may be a secret.
 */
export class InvalidValue<Code extends string = string> extends DomainError<Code> {
  /**
   * @param field name of the field, for example as in the request
   * @param given the invalid value; `undefined` if the field is missing
   * @param allowed the rule in words: what follows "must be" in the message
   */
  constructor(
    readonly code: Code,
    field: string,
    given: unknown,
    allowed: string,
  ) {
    super(given === undefined ? `${field} is required: it must be ${allowed}` : `${field} must be ${allowed}`);
  }
}
