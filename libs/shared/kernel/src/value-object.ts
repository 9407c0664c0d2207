/** A value object with one member, as code sees it that parses input without knowing the rule. */
export interface ValueObject<Value> {
  /** The rule in words, as they follow "must be". */
  readonly allowed: string;

  /** @throws DomainError unless the value is `allowed` */
  of(value: unknown): Value;
}
