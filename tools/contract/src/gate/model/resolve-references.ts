import { BaseResolver, getTypes, normalizeTypes, resolveDocument, Source } from '@redocly/openapi-core';

/** The type of an OpenAPI object: which keys it has, and the types of their values. */
export type ObjectType = ReturnType<typeof normalizeTypes>[string];

/** The type of a whole OpenAPI 3.1 document. */
export const documentType: ObjectType = normalizeTypes(getTypes('oas3_1'))['Root']!;

export interface Target {
  readonly value: unknown;
  /** JSON pointer of the value in the document. */
  readonly pointer: string;
}

const name = 'openapi.yaml';

/** Refuses references to other files. */
class LocalResolver extends BaseResolver {
  override loadExternalRef(reference: string): Promise<Source> {
    return Promise.reject(new Error(`a reference leaves the document: ${reference}`));
  }
}

/**
 * Resolves the references of a parsed document.
 * @returns targets by the text of `$ref`
 * @throws Error if a reference points to nothing or to another file
 */
export async function resolveReferences(document: unknown): Promise<ReadonlyMap<string, Target>> {
  const resolved = await resolveDocument({
    rootDocument: { source: new Source(name, ''), parsed: document },
    rootType: documentType,
    externalRefResolver: new LocalResolver(),
  });
  return new Map(
    [...resolved].map(([id, { node, nodePointer, isRemote }]) => {
      const reference = id.slice(id.indexOf('::') + 2);
      if (isRemote || node === undefined)
        throw new Error(`The reference ${reference} points to nothing in the document.`);
      return [reference, { value: node as unknown, pointer: nodePointer!.replace(/^#/, '') }];
    }),
  );
}

/** Returns the type of the value at the key, or undefined if its value has no keys of OpenAPI. */
export function typeAt(type: ObjectType | undefined, key: string, value: unknown): ObjectType | undefined {
  if (!type) return undefined;
  const known = Object.hasOwn(type.properties, key) ? type.properties[key] : undefined;
  const isExtension = type.extensionsPrefix !== undefined && key.startsWith(type.extensionsPrefix);
  const declared = known ?? (isExtension ? undefined : type.additionalProperties);
  const found = typeof declared === 'function' ? declared(value, key) : declared;
  return found?.name === undefined ? undefined : (found as ObjectType);
}

/** Returns the type of the items of a list. */
export function itemTypeOf(type: ObjectType): ObjectType | undefined {
  const items = typeof type.items === 'function' ? type.items(undefined, '') : type.items;
  return items?.name === undefined ? undefined : (items as ObjectType);
}
