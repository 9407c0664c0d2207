import { valueOf, type Part } from '../model/part.ts';

const schemaDefaults: Readonly<Record<string, unknown>> = {
  ...{ additionalProperties: true, uniqueItems: false, deprecated: false, readOnly: false, writeOnly: false },
  ...{ minLength: 0, minItems: 0, minProperties: 0 },
};

const fixedDefaults: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Schema: schemaDefaults,
  Operation: { deprecated: false },
  RequestBody: { required: false },
  Header: { required: false, deprecated: false, style: 'simple', explode: false },
  Parameter: { required: false, deprecated: false, allowReserved: false, allowEmptyValue: false },
};

/** The least and the greatest value of the formats of integers. */
const integerRanges: Readonly<
  Record<string, { readonly minimum: number | bigint; readonly maximum: number | bigint }>
> = {
  int32: { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  int64: { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n },
};

/** Returns the value that the OpenAPI specification gives to an absent keyword; undefined if it gives none. */
export function defaultOf(parent: Part | undefined, key: string): unknown {
  if (parent?.kind === 'Parameter' && key === 'style') {
    return ['query', 'cookie'].includes(String(valueOf(parent, 'in'))) ? 'form' : 'simple';
  }
  if (parent?.kind === 'Parameter' && key === 'explode') {
    return (valueOf(parent, 'style') ?? defaultOf(parent, 'style')) === 'form';
  }
  if (parent?.kind === 'Schema' && (key === 'minimum' || key === 'maximum')) {
    return integerRanges[String(valueOf(parent, 'format'))]?.[key];
  }
  return parent && fixedDefaults[parent.kind]?.[key];
}

/** Returns the value of the keyword, or its default. */
export function effectiveValue(parent: Part | undefined, key: string): unknown {
  const part = parent?.members?.get(key);
  return part ? part.value : defaultOf(parent, key);
}
