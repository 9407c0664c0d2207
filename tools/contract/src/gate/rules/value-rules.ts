import type { Difference } from '../comparison/difference.ts';
import type { Part } from '../model/part.ts';
import { becomes, code, isErrorStatus, keywordChange, text, valueAfter, valueBefore } from './values.ts';
import type { Effect, EffectRule } from './effect.ts';

const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];

type Bound = number | bigint;
const isBound = (value: unknown): value is Bound => typeof value === 'number' || typeof value === 'bigint';

/** Whether the bound increases (1) or decreases (-1). `absent` is the value of an absent bound. */
function moves(difference: Difference, direction: 1 | -1, absent: Bound): boolean {
  const [before, after] = [valueBefore(difference) ?? absent, valueAfter(difference) ?? absent];
  if (!isBound(before) || !isBound(after)) return false;
  return direction === 1 ? after > before : after < before;
}

function isMultiple(value: unknown, of: unknown): boolean {
  return typeof value === 'number' && typeof of === 'number' && Number.isInteger(value / of);
}

/** Whether each value of the types `inner` has one of the types `outer`. Without types, a schema allows every type. */
function includesTypes(outer: unknown, inner: unknown): boolean {
  if (outer === undefined) return true;
  if (!Array.isArray(outer) || !Array.isArray(inner)) return false;
  return inner.every((type) => outer.includes(type) || (type === 'integer' && outer.includes('number')));
}

const jsonTypes = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
const areTypes = (part: Part | undefined) =>
  !part || (Array.isArray(part.value) && part.value.every((type) => jsonTypes.includes(String(type))));

function hasTypeEffect({ before, after }: Difference, effect: Effect): boolean {
  if (!areTypes(before) || !areTypes(after)) return effect === 'both';
  const widens = includesTypes(after?.value, before?.value);
  return effect === (widens ? 'widens' : includesTypes(before?.value, after?.value) ? 'narrows' : 'both');
}

const at = (keys: readonly string[]) => keys.map((key) => `Schema.${key}`);
const item = ({ before, after }: Difference) => code((after ?? before)?.value);
const items = (part: Part | undefined) => [...(part?.members?.keys() ?? [])].map(code).join(', ');

/** Rules for the keywords that restrict a single value. */
export const valueRules: readonly EffectRule[] = [
  {
    id: 'upper-bound-lowered',
    at: at(upperBounds),
    when: (difference) => moves(difference, -1, Infinity),
    effect: 'narrows',
    describe: keywordChange,
  },
  {
    id: 'upper-bound-raised',
    at: at(upperBounds),
    when: (difference) => moves(difference, 1, Infinity),
    effect: 'widens',
    describe: keywordChange,
  },
  {
    id: 'lower-bound-raised',
    at: at(lowerBounds),
    when: (difference) => moves(difference, 1, -Infinity),
    effect: 'narrows',
    describe: keywordChange,
  },
  {
    id: 'lower-bound-lowered',
    at: at(lowerBounds),
    when: (difference) => moves(difference, -1, -Infinity),
    effect: 'widens',
    describe: keywordChange,
  },
  {
    id: 'multiple-narrowed',
    at: ['Schema.multipleOf'],
    when: ({ before, after }) => !before || isMultiple(after?.value, before?.value),
    effect: 'narrows',
    describe: keywordChange,
  },
  {
    id: 'multiple-widened',
    at: ['Schema.multipleOf'],
    when: ({ before, after }) => !after || isMultiple(before?.value, after.value),
    effect: 'widens',
    describe: keywordChange,
  },
  {
    id: 'unique-items-added',
    at: ['Schema.uniqueItems'],
    when: (difference) => becomes(difference, true),
    effect: 'narrows',
    describe: () => 'the items must be different',
  },
  {
    id: 'unique-items-removed',
    at: ['Schema.uniqueItems'],
    when: (difference) => becomes(difference, false),
    effect: 'widens',
    describe: () => 'items may be equal',
  },
  {
    id: 'pattern-added',
    at: ['Schema.pattern'],
    change: 'added',
    effect: 'narrows',
    describe: ({ after }) => `matches the pattern ${text(after)}`,
  },
  {
    id: 'pattern-removed',
    at: ['Schema.pattern'],
    change: 'removed',
    effect: 'widens',
    describe: ({ before }) => `no longer matches the pattern ${text(before)}`,
  },
  { id: 'pattern-changed', at: ['Schema.pattern'], change: 'changed', effect: 'both', describe: keywordChange },
  {
    id: 'enum-added',
    at: ['Schema.enum'],
    change: 'added',
    effect: 'narrows',
    describe: ({ after }) => `has only the values ${items(after)}`,
  },
  {
    id: 'enum-removed',
    at: ['Schema.enum'],
    change: 'removed',
    effect: 'widens',
    describe: ({ before }) => `has other values than ${items(before)}`,
  },
  {
    id: 'enum-value-removed',
    at: ['Schema.enum.*'],
    change: 'removed',
    effect: 'narrows',
    describe: (difference) => `the value ${item(difference)} was removed`,
  },
  {
    id: 'enum-value-added',
    at: ['Schema.enum.*'],
    change: 'added',
    when: ({ place }) => !isErrorStatus(place.status ?? ''),
    effect: 'widens',
    describe: (difference) => `the value ${item(difference)} was added`,
  },
  {
    id: 'type-narrowed',
    at: ['Schema.type'],
    when: (difference) => hasTypeEffect(difference, 'narrows'),
    effect: 'narrows',
    describe: keywordChange,
  },
  {
    id: 'type-widened',
    at: ['Schema.type'],
    when: (difference) => hasTypeEffect(difference, 'widens'),
    effect: 'widens',
    describe: keywordChange,
  },
  {
    id: 'type-changed',
    at: ['Schema.type'],
    when: (difference) => hasTypeEffect(difference, 'both'),
    effect: 'both',
    describe: keywordChange,
  },
  {
    id: 'format-added',
    at: ['Schema.format'],
    change: 'added',
    effect: 'narrows',
    responseSeverity: 'risky',
    describe: ({ after }) => `has the format ${text(after)}`,
  },
  {
    id: 'format-removed',
    at: ['Schema.format'],
    change: 'removed',
    effect: 'widens',
    requestSeverity: 'risky',
    describe: ({ before }) => `no longer has the format ${text(before)}`,
  },
  { id: 'format-changed', at: ['Schema.format'], change: 'changed', effect: 'both', describe: keywordChange },
];
