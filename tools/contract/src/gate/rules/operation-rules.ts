import type { Difference } from '../comparison/difference.ts';
import { valueOf, type Part } from '../model/part.ts';
import type { Rule } from './rule.ts';
import { isBeta, isKnownLevel, stabilityKeys } from './stability.ts';
import { earliestSunset, isDate, noticeDays, sunsetKeys, sunsetOf } from './sunset.ts';
import { becomes, code, fromTo, text } from './values.ts';

const stabilityAt = stabilityKeys.map((key) => `Operation.${key}`);
const sunsetAt = sunsetKeys.map((key) => `Operation.${key}`);
const failing = 'Clients that call the operation fail.';

const isOver = (sunset: string | undefined, today: string) => sunset !== undefined && sunset <= today;
const isDeprecated = (operation: Part | undefined) => valueOf(operation, 'deprecated') === true;
const isOfOperation = ({ place }: Difference) => place.operation !== undefined;
const becomesDeprecated = ({ operations }: Difference) =>
  !isDeprecated(operations?.before) && isDeprecated(operations?.after);
const hasNotice = ({ operations }: Difference, today: string) =>
  (sunsetOf(operations?.after) ?? '') >= earliestSunset(today);
const isLevelKnown = ({ before, after }: Difference) => isKnownLevel(before?.value) && isKnownLevel(after?.value);

/** Rules for operations: their existence, name, deprecation, removal date, stability, security and tags. */
export const operationRules: readonly Rule[] = [
  {
    id: 'operation-added',
    at: ['Operations.*'],
    change: 'added',
    severity: 'compatible',
    describe: ({ after }) => (isBeta(after) ? 'was added as beta' : 'was added'),
  },
  {
    id: 'operation-removed',
    at: ['Operations.*'],
    change: 'removed',
    when: ({ before }) => sunsetOf(before) === undefined,
    severity: 'breaking',
    describe: () => 'was removed without a removal date',
    consequence: failing,
  },
  {
    id: 'operation-removed-early',
    at: ['Operations.*'],
    change: 'removed',
    when: ({ before }, today) => sunsetOf(before) !== undefined && !isOver(sunsetOf(before), today),
    severity: 'breaking',
    describe: ({ before }) => `was removed before its removal date ${String(sunsetOf(before))}`,
    consequence: failing,
  },
  {
    id: 'operation-removed-on-date',
    at: ['Operations.*'],
    change: 'removed',
    when: ({ before }, today) => isOver(sunsetOf(before), today),
    severity: 'compatible',
    describe: ({ before }) => `was removed, as announced for ${String(sunsetOf(before))}`,
  },
  {
    id: 'operation-id-changed',
    at: ['Operation.operationId'],
    severity: 'breaking',
    describe: (difference) => `the operation id changed ${fromTo(difference)}`,
    consequence: 'Generated clients have a method with another name.',
  },
  {
    id: 'operation-deprecated',
    at: ['Operation.deprecated'],
    when: (difference, today) => becomes(difference, true) && hasNotice(difference, today),
    severity: 'compatible',
    describe: ({ operations }) => `is deprecated, and is to be removed on ${String(sunsetOf(operations?.after))}`,
  },
  {
    id: 'operation-deprecated-without-notice',
    at: ['Operation.deprecated'],
    when: (difference, today) => becomes(difference, true) && !hasNotice(difference, today),
    severity: 'breaking',
    describe: ({ operations }) => {
      const date = sunsetOf(operations?.after);
      if (date === undefined) return 'is deprecated without a removal date';
      return `is deprecated, and its removal date ${date} is less than ${noticeDays} days away`;
    },
    consequence: 'Clients have too little time to replace the operation.',
  },
  {
    id: 'operation-no-longer-deprecated',
    at: ['Operation.deprecated'],
    when: (difference) => becomes(difference, false),
    severity: 'compatible',
    describe: () => 'is no longer deprecated',
  },
  {
    id: 'removal-date-stated',
    at: sunsetAt,
    change: 'added',
    when: (difference, today) =>
      becomesDeprecated(difference) ||
      sunsetOf(difference.operations?.before) !== undefined ||
      hasNotice(difference, today),
    severity: 'compatible',
    describe: ({ after }) => `is to be removed on ${text(after)}`,
  },
  {
    id: 'removal-date-postponed',
    at: sunsetAt,
    change: 'changed',
    when: ({ before, after }) => isDate(after?.value) && isDate(before?.value) && after.value > before.value,
    severity: 'compatible',
    describe: (difference) => `the removal date moved ${fromTo(difference)}`,
  },
  {
    id: 'removal-date-brought-forward',
    at: sunsetAt,
    change: 'changed',
    when: ({ before, after }) => isDate(after?.value) && isDate(before?.value) && after.value < before.value,
    severity: 'breaking',
    describe: (difference) => `the removal date moved ${fromTo(difference)}`,
    consequence: 'Clients have less time to replace the operation than promised.',
  },
  {
    id: 'removal-date-withdrawn',
    at: sunsetAt,
    change: 'removed',
    when: ({ operations }) => !isDeprecated(operations?.after) || sunsetOf(operations?.after) !== undefined,
    severity: 'compatible',
    describe: ({ before }) => `no longer states the removal date ${text(before)}`,
  },
  {
    id: 'removal-date-removed',
    at: sunsetAt,
    change: 'removed',
    when: ({ operations }) => isDeprecated(operations?.after) && sunsetOf(operations?.after) === undefined,
    severity: 'breaking',
    describe: ({ before }) => `is deprecated, but no longer states the removal date ${text(before)}`,
    consequence: 'Clients cannot know how long the operation works.',
  },
  {
    id: 'stability-lowered',
    at: stabilityAt,
    when: ({ operations }) => !isBeta(operations?.before) && isBeta(operations?.after),
    severity: 'breaking',
    describe: () => 'was stable and is beta',
    consequence: 'Clients rely on an operation that may now change without notice.',
  },
  {
    id: 'stability-raised',
    at: stabilityAt,
    when: (difference) =>
      isLevelKnown(difference) && isBeta(difference.operations?.before) && !isBeta(difference.operations?.after),
    severity: 'compatible',
    describe: () => 'was beta and is stable',
  },
  {
    id: 'stability-restated',
    at: stabilityAt,
    when: (difference) =>
      isLevelKnown(difference) && isBeta(difference.operations?.before) === isBeta(difference.operations?.after),
    severity: 'compatible',
    describe: (difference) => `the stability is stated as ${text(difference.after)}, before ${text(difference.before)}`,
  },
  {
    id: 'security-alternative-added',
    at: ['SecurityRequirementList.*'],
    change: 'added',
    when: isOfOperation,
    severity: 'compatible',
    describe: ({ key }) => `${code(key)} is accepted`,
  },
  {
    id: 'security-alternative-removed',
    at: ['SecurityRequirementList.*'],
    change: 'removed',
    when: isOfOperation,
    severity: 'breaking',
    describe: ({ key }) => `${code(key)} is no longer accepted`,
    consequence: 'Clients that authenticate in this way get 401.',
  },
  {
    id: 'scope-added',
    at: ['Scopes.*'],
    change: 'added',
    when: isOfOperation,
    severity: 'breaking',
    describe: ({ key }) => `requires the scope ${code(key)}`,
    consequence: 'Clients without the scope are refused.',
  },
  {
    id: 'scope-removed',
    at: ['Scopes.*'],
    change: 'removed',
    when: isOfOperation,
    severity: 'compatible',
    describe: ({ key }) => `no longer requires the scope ${code(key)}`,
  },
  {
    id: 'operation-tag-changed',
    at: ['Operation.tags.*'],
    severity: 'compatible',
    describe: ({ key, change }) => `the tag ${code(key)} was ${change}`,
  },
];
