import type { Difference, Place } from './difference.ts';
import { hasItems, isEqual, itemKinds, valueOf, type Part } from '../model/part.ts';
import { defaultOf } from './stated-defaults.ts';

interface Context {
  readonly place: Place;
  readonly operations?: Difference['operations'];
}

/** Lists the differences between two models. Reports an added or removed object once, not its members. */
export function compareModels(before: Part, after: Part): Difference[] {
  return compareMembers(before, after, { place: {} });
}

function compareMembers(before: Part, after: Part, context: Context): Difference[] {
  const keys = new Set([...(before.members?.keys() ?? []), ...(after.members?.keys() ?? [])]);
  return [...keys].flatMap((key) => compareMember(key, before, after, context));
}

function compareMember(key: string, beforeParent: Part, afterParent: Part, context: Context): Difference[] {
  const before = beforeParent.members?.get(key);
  const after = afterParent.members?.get(key);
  const { kind } = afterParent;
  const inner = contextOf(key, kind, (after ?? before)!, before, after, context);
  const difference = (change: Difference['change']): Difference => ({
    ...{ address: hasItems(kind) ? `${kind}.*` : `${kind}.${key}`, key, change },
    ...{ before, after, beforeParent, afterParent, operations: inner.operations, place: inner.place },
  });
  if (before?.members && after?.members && before.kind === after.kind) return compareMembers(before, after, inner);
  if (before && after) {
    return !before.members && !after.members && isEqual(before.value, after.value) ? [] : [difference('changed')];
  }
  const present = (before ?? after)!;
  if (!hasItems(kind) && itemKinds.has(present.kind) && present.members && present.members.size > 0) {
    const empty = { ...present, members: new Map() };
    return compareMembers(before ?? empty, after ?? empty, inner);
  }
  const hasDefault = defaultOf(before ? beforeParent : afterParent, key) !== undefined;
  return [difference(hasDefault ? 'changed' : before ? 'removed' : 'added')];
}

function contextOf(
  key: string,
  parentKind: string,
  part: Part,
  before: Part | undefined,
  after: Part | undefined,
  { place, operations }: Context,
): Context {
  switch (parentKind) {
    case 'Operations':
      return { place: { operation: key }, operations: before && after ? { before, after } : undefined };
    case 'Operation':
      if (key === 'requestBody')
        return { operations, place: { ...place, direction: 'request', message: 'request body' } };
      break;
    case 'ParameterList': {
      const message = `${String(valueOf(part, 'in'))} parameter \`${String(valueOf(part, 'name'))}\``;
      return { operations, place: { ...place, direction: 'request', message } };
    }
    case 'Responses':
      return { operations, place: { ...place, direction: 'response', status: key, message: `response ${key}` } };
    case 'HeadersMap':
      return { operations, place: { ...place, message: `${place.message ?? ''} header \`${key}\`` } };
    case 'SchemaProperties':
      return { operations, place: { ...place, property: place.property ? `${place.property}.${key}` : key } };
    case 'Schema':
      if (key === 'items') return { operations, place: { ...place, property: `${place.property ?? ''}[]` } };
  }
  return { operations, place };
}
