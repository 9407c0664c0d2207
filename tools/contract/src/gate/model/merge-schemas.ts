import type { Part } from './part.ts';

/** Keywords whose items add up when schemas are combined. */
const unitedKinds: ReadonlySet<string> = new Set(['SchemaProperties', 'Schema.required']);

/**
 * Moves the members of `inner` to `members` if they are not there, as `allOf` and a `$ref` with siblings combine objects.
 * @returns `inner` with the members that are in both, because two values of one keyword cannot be combined in general;
 *   undefined if there are none
 */
export function moveMembers(members: Map<string, Part>, inner: Part): Part | undefined {
  if (!inner.members) return inner;
  const kept = new Map<string, Part>();
  for (const [key, member] of inner.members) {
    const existing = members.get(key);
    if (!existing) members.set(key, member);
    else if (existing.members && member.members && existing.kind === member.kind && unitedKinds.has(member.kind)) {
      const united = new Map(existing.members);
      const rest = moveMembers(united, member);
      members.set(key, { ...existing, members: united });
      if (rest) kept.set(key, rest);
    } else kept.set(key, member);
  }
  return kept.size > 0 ? { ...inner, members: kept } : undefined;
}

/**
 * Writes a schema in one form: `type` as a sorted list, `const` as an `enum` of one value, and the members of `allOf` in the
 * schema itself. What `allOf` cannot give to the schema stays in `allOf`.
 */
export function normalizeSchema(members: Map<string, Part>): void {
  const type = members.get('type');
  if (type) members.set('type', { ...type, value: Array.isArray(type.value) ? [...type.value].sort() : [type.value] });
  const constant = members.get('const');
  if (constant && !members.has('enum')) {
    members.delete('const');
    const value = { ...constant, kind: 'Schema.enum.*' };
    members.set('enum', {
      kind: 'Schema.enum',
      pointer: constant.pointer,
      members: new Map([[String(JSON.stringify(constant.value)), value]]),
    });
  }
  const allOf = members.get('allOf');
  if (!allOf?.members) return;
  members.delete('allOf');
  const kept = [...allOf.members].flatMap(([key, schema]) => {
    const rest = moveMembers(members, schema);
    return rest ? [[key, rest] as const] : [];
  });
  if (kept.length > 0) members.set('allOf', { ...allOf, members: new Map(kept) });
}
