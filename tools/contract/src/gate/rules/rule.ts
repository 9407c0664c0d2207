import type { Difference, Direction } from '../comparison/difference.ts';

/** `breaking`: a client that worked can fail. `risky`: some clients can fail. `compatible`: no client fails. */
export type Severity = 'breaking' | 'risky' | 'compatible';

/** Classifies some differences. */
export interface Rule {
  readonly id: string;
  /** Addresses of the differences, such as `Schema.maxLength`; `*.title` is the key in any object, `*` any difference. */
  readonly at: readonly string[];
  /** Restricts the rule; by default every kind of change. */
  readonly change?: Difference['change'];
  /** Restricts the rule to what clients send or to what the service sends; by default both, and what belongs to neither. */
  readonly direction?: Direction;
  /** Restricts the rule further. */
  readonly when?: (difference: Difference, today: string) => boolean;
  readonly severity: Severity;
  /** What has changed, as the rest of a sentence that starts with the place: "the maximum fell from 100 to 50". */
  readonly describe: (difference: Difference) => string;
  /** For `breaking` and `risky`: which clients fail, and how. */
  readonly consequence?: string;
}

/** Whether the rule classifies the difference. */
export function applies(rule: Rule, difference: Difference, today: string): boolean {
  return (
    rule.at.some((address) => isAt(difference.address, address)) &&
    (rule.change === undefined || rule.change === difference.change) &&
    (rule.direction === undefined || rule.direction === difference.place.direction) &&
    (rule.when?.(difference, today) ?? true)
  );
}

function isAt(address: string, pattern: string): boolean {
  return pattern === '*' || (pattern.startsWith('*.') ? address.endsWith(pattern.slice(1)) : address === pattern);
}
