/** The class of a value object with one member. Generic code parses input with it. */
export interface ValueObject<Value> {
  /** The rule, as the end of a sentence "… must be …". */
  readonly allowed: string;

  /** @throws DomainError if the value breaks the rule in `allowed` */
  of(value: unknown): Value;
}
