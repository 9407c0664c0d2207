import type { Severity } from '../rules/rule.ts';
import type { Editable } from './sample-document.ts';

/** A change of a schema that is planted in a request and in a response. */
export interface PlantedSchemaChange {
  /** Id of the rule without its direction. */
  readonly rule: string;
  /** Edits the schema `Sample` of the sample document. */
  readonly edit: (schema: Editable) => void;
  readonly request: Severity;
  readonly response: Severity;
}

const narrows = { request: 'breaking', response: 'compatible' } as const;
const widens = { request: 'compatible', response: 'breaking' } as const;
const breaks = { request: 'breaking', response: 'breaking' } as const;

export const plantedSchemaChanges: readonly PlantedSchemaChange[] = [
  { rule: 'upper-bound-lowered', edit: ({ properties }) => (properties.count.maximum = 50), ...narrows },
  { rule: 'upper-bound-lowered', edit: ({ properties }) => (properties.name.maxLength = 9), ...narrows },
  { rule: 'upper-bound-lowered', edit: ({ properties }) => (properties.tags.maxItems = 4), ...narrows },
  { rule: 'upper-bound-lowered', edit: (schema) => (schema.maxProperties = 9), ...narrows },
  { rule: 'upper-bound-lowered', edit: ({ properties }) => (properties.count.exclusiveMaximum = 100), ...narrows },
  { rule: 'upper-bound-raised', edit: ({ properties }) => (properties.count.maximum = 101), ...widens },
  { rule: 'upper-bound-raised', edit: ({ properties }) => delete properties.name.maxLength, ...widens },
  { rule: 'lower-bound-raised', edit: ({ properties }) => (properties.count.minimum = 2), ...narrows },
  { rule: 'lower-bound-raised', edit: ({ properties }) => (properties.tags.minItems = 1), ...narrows },
  { rule: 'lower-bound-raised', edit: ({ properties }) => (properties.count.exclusiveMinimum = 1), ...narrows },
  { rule: 'lower-bound-lowered', edit: ({ properties }) => (properties.count.minimum = 0), ...widens },
  { rule: 'lower-bound-lowered', edit: ({ properties }) => delete properties.name.minLength, ...widens },
  { rule: 'multiple-narrowed', edit: ({ properties }) => (properties.count.multipleOf = 8), ...narrows },
  { rule: 'multiple-widened', edit: ({ properties }) => (properties.count.multipleOf = 2), ...widens },
  { rule: 'multiple-widened', edit: ({ properties }) => delete properties.count.multipleOf, ...widens },
  { rule: 'unique-items-added', edit: ({ properties }) => (properties.tags.uniqueItems = true), ...narrows },
  { rule: 'pattern-added', edit: ({ properties }) => (properties.kind.pattern = 'a'), ...narrows },
  { rule: 'pattern-removed', edit: ({ properties }) => delete properties.name.pattern, ...widens },
  { rule: 'pattern-changed', edit: ({ properties }) => (properties.name.pattern = '^b'), ...breaks },
  { rule: 'enum-added', edit: ({ properties }) => (properties.name.enum = ['a']), ...narrows },
  { rule: 'enum-added', edit: ({ properties }) => (properties.name.const = 'a'), ...narrows },
  { rule: 'enum-removed', edit: ({ properties }) => delete properties.kind.enum, ...widens },
  { rule: 'enum-value-removed', edit: ({ properties }) => properties.kind.enum.pop(), ...narrows },
  { rule: 'enum-value-added', edit: ({ properties }) => properties.kind.enum.push('bird'), ...widens },
  { rule: 'type-narrowed', edit: ({ properties }) => (properties.either.type = 'string'), ...narrows },
  { rule: 'type-narrowed', edit: ({ properties }) => (properties.free.type = 'string'), ...narrows },
  { rule: 'type-widened', edit: ({ properties }) => (properties.count.type = 'number'), ...widens },
  { rule: 'type-widened', edit: ({ properties }) => (properties.name.type = ['null', 'string']), ...widens },
  { rule: 'type-widened', edit: ({ properties }) => delete properties.name.type, ...widens },
  { rule: 'type-changed', edit: ({ properties }) => (properties.name.type = 'boolean'), ...breaks },
  { rule: 'type-changed', edit: ({ properties }) => (properties.free.type = 'text'), ...breaks },
  {
    rule: 'format-added',
    edit: ({ properties }) => (properties.count.format = 'int32'),
    ...narrows,
    response: 'risky',
  },
  { rule: 'format-removed', edit: ({ properties }) => delete properties.name.format, ...widens, request: 'risky' },
  { rule: 'format-changed', edit: ({ properties }) => (properties.name.format = 'uri'), ...breaks },
  { rule: 'property-became-required', edit: ({ required }) => required.push('kind'), ...narrows },
  { rule: 'property-became-optional', edit: ({ required }) => required.pop(), ...widens },
  { rule: 'property-became-optional', edit: (schema) => delete schema.required, ...widens },
  { rule: 'other-members-restricted', edit: (schema) => (schema.additionalProperties = false), ...narrows },
  {
    rule: 'other-members-restricted',
    edit: ({ properties }) => (properties.free.items = { type: 'string' }),
    ...narrows,
  },
  { rule: 'other-members-allowed', edit: (schema) => delete schema.additionalProperties, ...widens },
  { rule: 'other-members-allowed', edit: ({ properties }) => (properties.tags.items = true), ...widens },
  { rule: 'all-of-added', edit: ({ properties }) => properties.narrow.allOf.push({ pattern: 'm' }), ...narrows },
  { rule: 'all-of-removed', edit: ({ properties }) => properties.narrow.allOf.pop(), ...widens },
  { rule: 'alternatives-added', edit: ({ properties }) => (properties.free.oneOf = [{ type: 'string' }]), ...narrows },
  { rule: 'alternatives-removed', edit: ({ properties }) => delete properties.choice.anyOf, ...widens },
  { rule: 'alternative-added', edit: ({ properties }) => properties.choice.anyOf.push({ title: 'Null' }), ...widens },
  { rule: 'alternative-removed', edit: ({ properties }) => properties.choice.anyOf.pop(), ...narrows },
  {
    rule: 'property-added',
    edit: ({ properties }) => (properties.more = {}),
    request: 'compatible',
    response: 'compatible',
  },
  { rule: 'property-removed', edit: ({ properties }) => delete properties.free, ...breaks },
];
