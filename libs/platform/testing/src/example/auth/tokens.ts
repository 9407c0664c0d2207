/** The bearer tokens that the service accepts. */
export class Tokens {
  /** @param callers ids of the callers by token */
  constructor(private readonly callers: Readonly<Record<string, string>>) {}

  /** Returns the id of the caller; undefined if the token is unknown. */
  callerOf(token: string): string | undefined {
    return Object.hasOwn(this.callers, token) ? this.callers[token] : undefined;
  }

  /** Whether the text contains a token. */
  isAnyIn(text: string): boolean {
    return Object.keys(this.callers).some((token) => text.includes(token));
  }
}
