/** The bearer tokens that the service accepts. */
export class Tokens {
  /** @param callers id of the caller by token */
  constructor(private readonly callers: Readonly<Record<string, string>>) {}

  callerOf(token: string): string | undefined {
    return Object.hasOwn(this.callers, token) ? this.callers[token] : undefined;
  }

  /** Whether the text contains a token. */
  occurIn(text: string): boolean {
    return Object.keys(this.callers).some((token) => text.includes(token));
  }
}
