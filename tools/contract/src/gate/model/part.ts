/** A part of an OpenAPI document with its references resolved. A leaf has a `value`, every other part has `members`. */
export interface Part {
  /** The type of OpenAPI object, as `@redocly/openapi-core` names it: `Operation`, `Schema`. Other parts: `Schema.required`. */
  readonly kind: string;
  /** JSON pointer to the source of this part in its document: `/components/schemas/Pet`. */
  readonly pointer: string;
  readonly value?: unknown;
  /** The members of an object by key. Those of a list have the key that identifies an item, such as `query limit`. */
  readonly members?: ReadonlyMap<string, Part>;
}

/**
 * The kinds of parts whose members are items and not keywords. If a keyword has a value of these kinds, its absence is the same
 * as an empty value. Rules name the members with `*`: `ParameterList.*`.
 */
export const itemKinds: ReadonlySet<string> = new Set([
  ...['Operations', 'ParameterList', 'Operation.tags', 'SecurityRequirementList', 'SecurityRequirement', 'Scopes'],
  ...['MediaTypesMap', 'Responses', 'HeadersMap', 'LinksMap', 'ServerList', 'TagList', 'NamedSecuritySchemes'],
  ...['SchemaProperties', 'Schema.required', 'AllOf', 'Component'],
]);

/** As `itemKinds`, but an absent value is not the same as an empty one: a schema without `enum` allows every value. */
const alternativeKinds: ReadonlySet<string> = new Set(['Schema.enum', 'AnyOf']);

/** Value of a component that an operation uses: its content is part of the operation. */
export const usedComponent = 'used';

/** Whether the members of a part of this kind are items and not keywords. */
export function hasItems(kind: string): boolean {
  return itemKinds.has(kind) || alternativeKinds.has(kind);
}

/** Returns the value of a leaf, or the member's leaf value if a key is given. */
export function valueOf(part: Part | undefined, key?: string): unknown {
  return key === undefined ? part?.value : part?.members?.get(key)?.value;
}

/** Returns the part as plain values, for example to print it. */
export function plainValue(part: Part): unknown {
  return part.members
    ? Object.fromEntries([...part.members].map(([key, member]) => [key, plainValue(member)]))
    : part.value;
}

/** Compares plain values, also bigints. The order of an object's members does not matter. */
export function isEqual(left: unknown, right: unknown): boolean {
  return left === right || canonicalText(left) === canonicalText(right);
}

/** Returns a JSON text with sorted members, in which bigints are integers. */
export function canonicalText(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalText(member)}`).join()}}`;
}
