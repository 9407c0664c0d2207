import type { Difference } from '../comparison/difference.ts';
import { canonicalText, plainValue, type Part } from '../model/part.ts';
import { defaultOf, effectiveValue } from '../comparison/stated-defaults.ts';

/** Characters of a value that descriptions show. */
const shownLength = 120;

/** A value of the document as a Markdown code span. Long values are cut. */
export function code(value: unknown): string {
  const whole = (typeof value === 'string' ? value : canonicalText(value)).replace(/\s+/g, ' ');
  const shown = whole.length > shownLength ? `${whole.slice(0, shownLength)}…` : whole;
  return shown.includes('`') ? `\`\` ${shown} \`\`` : `\`${shown}\``;
}

/** The part as text, for a reader: "none" if it is absent. */
export function text(part: Part | undefined): string {
  return part ? code(plainValue(part)) : 'none';
}

/** "from `a` to `b`". */
export function fromTo({ before, after }: Difference): string {
  return `from ${text(before)} to ${text(after)}`;
}

/** What happened to the keyword: "`maximum` changed from `100` to `50`", "`maxLength` `512` was added". */
export function keywordChange(difference: Difference): string {
  const { key, before, after } = difference;
  if (before && after) return `${code(key)} changed ${fromTo(difference)}`;
  return after ? `${code(key)} ${text(after)} was added` : `${code(key)} ${text(before)} was removed`;
}

/** The value of the keyword before the change, or its default. */
export function valueBefore({ before, beforeParent, key }: Difference): unknown {
  return before ? before.value : beforeParent && effectiveValue(beforeParent, key);
}

/** The value of the keyword after the change, or its default. */
export function valueAfter({ after, afterParent, key }: Difference): unknown {
  return after ? after.value : afterParent && effectiveValue(afterParent, key);
}

/** The default of the keyword; undefined if it has none. */
export function defaultValue({ beforeParent, afterParent, key }: Difference): unknown {
  return defaultOf(afterParent ?? beforeParent, key);
}

/** Whether the effective value becomes `to`, and was its opposite. */
export function becomes(difference: Difference, to: boolean): boolean {
  return valueBefore(difference) === !to && valueAfter(difference) === to;
}

/** Whether the status of a response is an error: 404, 4XX. */
export function isErrorStatus(status: string): boolean {
  return /^[45](?:\d\d|XX)$/.test(status);
}
