import { hasItems, isEqual, itemKinds, usedComponent, type Part } from '../model/part.ts';
import type { Difference } from '../comparison/difference.ts';
import type { Rule } from './rule.ts';
import { code, defaultValue, text, valueAfter, valueBefore } from './values.ts';
import { annotationKeys } from './annotation-keys.ts';

const isOfDocument = ({ place }: Difference) => place.operation === undefined;
const isEmpty = (part: Part | undefined) =>
  part === undefined || (itemKinds.has(part.kind) && part.members?.size === 0);
const hasTextsOnly = ({ before, after }: Difference) =>
  [...((before ?? after)?.members?.keys() ?? ['?'])].every((key) => annotationKeys.includes(key));

/** Whether one document states what the other leaves out: the default of a keyword, or an empty list or map. */
function statesDefault(difference: Difference): boolean {
  const { before, after, afterParent } = difference;
  if (before && after) return false;
  if (defaultValue(difference) !== undefined) return isEqual(valueBefore(difference), valueAfter(difference));
  return !hasItems(afterParent?.kind ?? '') && isEmpty(before) && isEmpty(after);
}

/** Describes a changed component. The model has the value of those that no operation uses only. */
function usageText({ key, before, after }: Difference): string {
  if (before?.value === usedComponent) return `no operation uses the component ${code(key)} any more`;
  return after?.value === usedComponent
    ? `an operation uses the component ${code(key)}`
    : `the component ${code(key)}, which no operation uses, changed`;
}

/** Rules for texts, servers, tags, components, and values that only state what applied before. */
export const documentRules: readonly Rule[] = [
  {
    id: 'text-changed',
    at: [
      ...annotationKeys.map((key) => `*.${key}`),
      ...['Info.title', 'Info.contact', 'Info.license', 'Info.termsOfService'],
    ],
    severity: 'compatible',
    describe: ({ key, change }) => `${code(key)} was ${change}`,
  },
  {
    id: 'text-schema-changed',
    at: ['AllOf.*', 'Operation.pathItem', 'Header.referenced', 'Response.referenced', 'Parameter.referenced'],
    when: (difference) => difference.change !== 'changed' && hasTextsOnly(difference),
    severity: 'compatible',
    describe: ({ key, change }) => `texts of ${code(key)} were ${change}`,
  },
  {
    id: 'default-stated',
    at: ['*'],
    when: statesDefault,
    severity: 'compatible',
    describe: ({ key, before, after }) =>
      before
        ? `no longer states ${code(key)}, which has its default`
        : `states the ${code(key)} ${text(after)}, which applied before`,
  },
  {
    id: 'server-added',
    at: ['ServerList.*'],
    change: 'added',
    when: isOfDocument,
    severity: 'compatible',
    describe: ({ key }) => `the server ${code(key)} was added`,
  },
  {
    id: 'server-removed',
    at: ['ServerList.*'],
    change: 'removed',
    severity: 'breaking',
    describe: ({ key }) => `the server ${code(key)} was removed`,
    consequence: 'Clients that use this address fail.',
  },
  {
    id: 'tag-changed',
    at: ['TagList.*'],
    severity: 'compatible',
    describe: ({ key, change }) => `the tag ${code(key)} was ${change}`,
  },
  {
    id: 'security-scheme-added',
    at: ['NamedSecuritySchemes.*'],
    change: 'added',
    severity: 'compatible',
    describe: ({ key }) => `the security scheme ${code(key)} was added`,
  },
  {
    id: 'default-security-changed',
    at: ['Root.security', 'SecurityRequirementList.*', 'Scopes.*'],
    when: isOfDocument,
    severity: 'compatible',
    describe: ({ after }) => `the default security is ${text(after)}; the security of each operation is compared`,
  },
  {
    id: 'component-added',
    at: ['Component.*'],
    change: 'added',
    severity: 'compatible',
    describe: ({ key }) => `the component ${code(key)} was added`,
  },
  {
    id: 'component-removed',
    at: ['Component.*'],
    change: 'removed',
    severity: 'risky',
    describe: ({ key }) => `the component ${code(key)} was removed`,
    consequence: 'Generated clients have no type with this name.',
  },
  {
    id: 'component-usage-changed',
    at: ['Component.*'],
    change: 'changed',
    severity: 'compatible',
    describe: usageText,
  },
];
