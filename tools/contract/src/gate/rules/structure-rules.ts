import type { Difference } from '../comparison/difference.ts';
import type { Part } from '../model/part.ts';
import { code, keywordChange, text } from './values.ts';
import { annotationKeys } from './annotation-keys.ts';
import type { EffectRule } from './effect.ts';

/** How many values `additionalProperties` or `items` allows: none (0), those of a schema (1), or all (2). */
function openness(part: Part | undefined): number {
  if (!part || part.value === true) return 2;
  return part.members ? 1 : part.value === false ? 0 : Number.NaN;
}

/** Whether the schema has a keyword that restricts values. A schema with texts only does not. */
function restricts({ before, after }: Difference): boolean {
  const { members } = (before ?? after)!;
  return !members || [...members.keys()].some((key) => !annotationKeys.includes(key));
}

/** Rules for the keywords that combine schemas and describe objects and arrays. */
export const structureRules: readonly EffectRule[] = [
  {
    id: 'property-became-required',
    at: ['Schema.required.*'],
    change: 'added',
    effect: 'narrows',
    describe: ({ key }) => `the property ${code(key)} became required`,
  },
  {
    id: 'property-became-optional',
    at: ['Schema.required.*'],
    change: 'removed',
    effect: 'widens',
    describe: ({ key }) => `the property ${code(key)} became optional`,
  },
  {
    id: 'other-members-restricted',
    at: ['Schema.additionalProperties', 'Schema.items'],
    when: ({ before, after }) => openness(after) < openness(before),
    effect: 'narrows',
    describe: keywordChange,
  },
  {
    id: 'other-members-allowed',
    at: ['Schema.additionalProperties', 'Schema.items'],
    when: ({ before, after }) => openness(after) > openness(before),
    effect: 'widens',
    describe: keywordChange,
  },
  {
    id: 'all-of-added',
    at: ['AllOf.*'],
    change: 'added',
    when: restricts,
    effect: 'narrows',
    describe: ({ after }) => `also matches the schema ${text(after)}`,
  },
  {
    id: 'all-of-removed',
    at: ['AllOf.*'],
    change: 'removed',
    when: restricts,
    effect: 'widens',
    describe: ({ before }) => `no longer matches the schema ${text(before)}`,
  },
  {
    id: 'alternatives-added',
    at: ['Schema.anyOf', 'Schema.oneOf'],
    change: 'added',
    effect: 'narrows',
    describe: ({ after }) => `matches one of the schemas ${text(after)}`,
  },
  {
    id: 'alternatives-removed',
    at: ['Schema.anyOf', 'Schema.oneOf'],
    change: 'removed',
    effect: 'widens',
    describe: ({ before }) => `no longer matches one of the schemas ${text(before)}`,
  },
  {
    id: 'alternative-added',
    at: ['AnyOf.*'],
    change: 'added',
    effect: 'widens',
    describe: ({ key }) => `the alternative ${code(key)} was added`,
  },
  {
    id: 'alternative-removed',
    at: ['AnyOf.*'],
    change: 'removed',
    effect: 'narrows',
    describe: ({ key }) => `the alternative ${code(key)} was removed`,
  },
];
