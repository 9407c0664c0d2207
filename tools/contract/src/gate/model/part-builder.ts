import { normalizeSchema, moveMembers } from './merge-schemas.ts';
import type { Part } from './part.ts';
import { canonicalText, hasItems, valueOf } from './part.ts';
import { itemTypeOf, typeAt, type ObjectType, type Target } from './resolve-references.ts';

type Plain = Readonly<Record<string, unknown>>;

/** Lists of plain values whose order has no meaning. */
const setKinds: ReadonlySet<string> = new Set(['Operation.tags', 'Schema.required', 'Schema.enum', 'Scopes']);

/** Objects without a rule for their members: a difference in them is one difference of the whole. */
const undividedKinds: ReadonlySet<string> = new Set([
  ...['Callback', 'CallbacksMap', 'WebhooksMap', 'Link', 'Example', 'ExamplesMap', 'EncodingMap', 'ExternalDocs'],
  ...['Contact', 'License', 'ServerVariablesMap', 'Discriminator', 'Xml', 'DependentRequired', 'PatternProperties'],
  ...['NamedSchemas', 'SecuritySchemeFlows'],
  // A value must match one member only, so a member that allows more values can make the whole allow fewer.
  'OneOf',
]);

/** Keywords whose schemas do not narrow and widen together with the schema that contains them. */
const undividedKeys: ReadonlySet<string> = new Set([
  ...['not', 'if', 'then', 'else', 'contains', 'propertyNames', 'dependentSchemas', 'contentSchema'],
  ...['unevaluatedItems', 'unevaluatedProperties', 'prefixItems'],
]);

/** Returns the key that identifies an item of a list. */
const itemKeys: Readonly<Record<string, (item: Part, source: unknown, index: number) => string>> = {
  ParameterList: (item) => parameterKey(String(valueOf(item, 'in')), String(valueOf(item, 'name'))),
  TagList: (item) => String(valueOf(item, 'name')),
  ServerList: (item) => String(valueOf(item, 'url')),
  SecurityRequirementList: (item) => [...(item.members?.keys() ?? [])].sort().join(' and ') || 'no credentials',
  AnyOf: alternativeKey,
};

function alternativeKey(item: Part, source: unknown, index: number): string {
  return isObject(source) && typeof source['$ref'] === 'string'
    ? source['$ref']
    : String(valueOf(item, 'title') ?? index);
}

/** Names of headers are not case-sensitive. */
function parameterKey(location: string, name: string): string {
  return `${location} ${location === 'header' ? name.toLowerCase() : name}`;
}

/** Builds the parts of a document. */
export class PartBuilder {
  /** Pointers of all values that references have led to. */
  readonly referenced = new Set<string>();
  /** Pointers of the references that are being followed, to detect recursive schemas. */
  private readonly path: string[] = [];

  constructor(private readonly references: ReadonlyMap<string, Target>) {}

  /** @param kind default: the name of the type */
  build(value: unknown, type: ObjectType | undefined, pointer: string, kind = type?.name ?? 'Value'): Part {
    if (setKinds.has(kind) && Array.isArray(value)) return this.set(value, pointer, kind);
    if (!type || undividedKinds.has(kind)) return { kind, pointer, value: this.expand(value) };
    if (Array.isArray(value)) return this.list(value, type, pointer, kind);
    if (!isObject(value)) return { kind, pointer, value };
    if (typeof value['$ref'] === 'string') return this.follow(value, type, pointer, kind);
    return this.object(value, type, pointer, kind);
  }

  /** Returns the object that a reference points to, with the siblings of the reference. Returns other objects unchanged. */
  target(value: Plain): Plain {
    const { $ref, ...siblings } = value;
    const target = typeof $ref === 'string' ? this.references.get($ref)?.value : undefined;
    return isObject(target) ? { ...this.target(target), ...siblings } : value;
  }

  private object(value: Plain, type: ObjectType, pointer: string, kind: string): Part {
    const members = new Map(
      Object.entries(value).map(([key, member]) => [key, this.member(key, member, type, pointer, kind)]),
    );
    if (kind === 'Schema') normalizeSchema(members);
    return { kind, pointer, members };
  }

  private member(key: string, value: unknown, type: ObjectType, pointer: string, kind: string): Part {
    const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const memberKind = hasItems(kind) ? `${kind}.*` : `${kind}.${key}`;
    if (kind === 'SecurityRequirement') return this.build(value, undefined, at, 'Scopes');
    if (kind === 'Schema' && undividedKeys.has(key))
      return { kind: memberKind, pointer: at, value: this.expand(value) };
    const memberType = typeAt(type, key, value);
    return this.build(value, memberType, at, memberType?.name ?? memberKind);
  }

  private list(items: readonly unknown[], type: ObjectType, pointer: string, kind: string): Part {
    const members = new Map<string, Part>();
    items.forEach((source, index) => {
      const item = this.build(source, itemTypeOf(type), `${pointer}/${index}`);
      const key = itemKeys[kind]?.(item, source, index) ?? String(index);
      // Two items with one key are invalid, but must not hide each other.
      members.set(members.has(key) ? `${key} #${index}` : key, item);
    });
    return { kind, pointer, members };
  }

  private set(values: readonly unknown[], pointer: string, kind: string): Part {
    const members = values.map((value): [string, Part] => {
      const key = typeof value === 'string' ? value : canonicalText(value);
      return [key, { kind: `${kind}.*`, pointer: `${pointer}/${key}`, value }];
    });
    return { kind, pointer, members: new Map(members) };
  }

  private follow(value: Plain, type: ObjectType, pointer: string, kind: string): Part {
    const { $ref, ...siblings } = value;
    const target = this.references.get($ref as string);
    if (!target) throw new Error(`The reference ${String($ref)} points to nothing in the document.`);
    if (this.path.includes(target.pointer)) return { kind: 'Recursion', pointer, value: target.pointer };
    this.referenced.add(target.pointer);
    this.path.push(target.pointer);
    const referenced = this.build(target.value, type, target.pointer, kind);
    this.path.pop();
    if (Object.keys(siblings).length === 0) return referenced;
    const { members } = this.object(siblings, type, pointer, kind);
    const all = new Map(members);
    const rest = moveMembers(all, referenced);
    if (rest && kind === 'Schema') {
      const items = new Map(all.get('allOf')?.members).set($ref as string, rest);
      all.set('allOf', { kind: 'AllOf', pointer, members: items });
    } else if (rest) all.set('referenced', rest);
    return { kind, pointer, members: all };
  }

  /** Replaces the references in a plain value by their targets. */
  private expand(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.expand(item));
    if (!isObject(value)) return value;
    const target = this.references.get(String(value['$ref']));
    if (target && this.path.includes(target.pointer)) return value;
    const own = Object.entries(value)
      .filter(([key]) => !target || key !== '$ref')
      .map(([key, member]) => [key, this.expand(member)] as const);
    if (!target) return Object.fromEntries(own);
    this.referenced.add(target.pointer);
    this.path.push(target.pointer);
    const expanded = this.expand(target.value);
    this.path.pop();
    return { ...(expanded as object), ...Object.fromEntries(own) };
  }
}

export function isObject(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
