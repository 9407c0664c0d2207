import { compareModels } from './comparison/compare-models.ts';
import type { Difference, Place } from './comparison/difference.ts';
import type { Part } from './model/part.ts';
import { applies, type Rule, type Severity } from './rules/rule.ts';
import { rules } from './rules/rules.ts';
import { isBeta } from './rules/stability.ts';
import { code, fromTo } from './rules/values.ts';

/** A classified difference. Equal differences in several places, such as those of a shared schema, are one change. */
export interface Change {
  /** Id of the rule. */
  readonly rule: string;
  readonly severity: Severity;
  /** Whether it concerns beta operations only, which may change without notice. */
  readonly isBeta: boolean;
  /** JSON pointer to the changed part: in the new document, or in the old one if the part was removed. */
  readonly location: string;
  readonly description: string;
  readonly consequence: string | undefined;
  readonly places: readonly Place[];
}

/** The severities, the most severe first. */
export const severities: readonly Severity[] = ['breaking', 'risky', 'compatible'];

/** The rule of the differences that no other rule classifies. */
export const unclassified: Rule = {
  id: 'unclassified-change',
  at: ['*'],
  severity: 'breaking',
  describe: (difference) =>
    difference.change === 'changed'
      ? `${code(difference.key)} changed ${fromTo(difference)}`
      : `${code(difference.key)} was ${difference.change}`,
  consequence: 'No rule says what the change means for clients, so it counts as breaking.',
};

/**
 * Compares two models.
 * @param today day of the comparison, as `YYYY-MM-DD`: decides whether the removal date of an operation has come
 */
export function changesBetween(before: Part, after: Part, today: string): Change[] {
  return grouped(compareModels(before, after).map((difference) => classify(difference, today)));
}

/** Applies the most severe rule that matches. */
export function classify(difference: Difference, today: string): Change {
  const matching = rules.filter((rule) => applies(rule, difference, today));
  const rule =
    severities.flatMap((severity) => matching.filter((each) => each.severity === severity))[0] ?? unclassified;
  const { operations, before, address } = difference;
  return {
    rule: rule.id,
    severity: rule.severity,
    isBeta: isBeta(operations?.before) || (address === 'Operations.*' && isBeta(before)),
    location: (difference.after ?? before)!.pointer,
    description: rule.describe(difference),
    consequence: rule.consequence,
    places: [difference.place],
  };
}

function grouped(changes: readonly Change[]): Change[] {
  const groups = new Map<string, Change>();
  for (const change of changes) {
    const key = JSON.stringify([change.rule, change.isBeta, change.location, change.description]);
    const group = groups.get(key);
    groups.set(key, group ? { ...group, places: [...group.places, ...change.places] } : change);
  }
  return [...groups.values()];
}
