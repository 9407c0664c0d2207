export interface TokenCaller {
  readonly id: string;
  readonly isReadOnly?: boolean;
}

/** The bearer tokens that the service accepts. */
export class Tokens {
  /** @param callers callers by token */
  constructor(private readonly callers: Readonly<Record<string, TokenCaller>>) {}

  /** Returns undefined if the token is unknown. */
  callerOf(token: string): TokenCaller | undefined {
    return Object.hasOwn(this.callers, token) ? this.callers[token] : undefined;
  }

  /** Whether the text contains a token. */
  isAnyIn(text: string): boolean {
    return Object.keys(this.callers).some((token) => text.includes(token));
  }
}
