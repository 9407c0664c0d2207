/** One change that `redocly diff --format=json` reports. */
export interface Finding {
  /** JSON pointer, which follows references: `#/paths/~1pets/get/parameters/2/schema`. */
  readonly path: string;
  readonly typeName: string;
  readonly kind: 'added' | 'removed' | 'modified';
  /** The member that was modified. */
  readonly property?: string;
  /** What Redocly's rules for breaking changes report. */
  readonly verdicts: readonly { readonly ruleId: string; readonly message: string }[];
}

/** Types whose changes concern readers only. */
const documentation = ['Tag', 'ExternalDocs', 'Example', 'ExamplesMap'];

/** Types that may be added. A rule of Redocly reports a required parameter, and security that old credentials cannot pass. */
const addable = [
  ...['PathItem', 'Operation', 'Parameter', 'ParameterList', 'MediaType', 'Header', 'HeadersMap', 'Link', 'LinksMap'],
  ...['Server', 'SecurityScheme', 'SecurityRequirement'],
];

/** Parts that may be added: properties, and responses with an error status. Clients ignore what they do not know. */
const addableParts: Readonly<Record<string, RegExp>> = {
  Schema: /\/properties\/[^/]+$/,
  Response: /\/responses\/[45]\w\w$/,
};

/** Members that may change in any type. The gate checks the removal date of a deprecated operation itself. */
const texts = [
  ...['title', 'summary', 'description', 'example', 'examples', 'tags'],
  ...['deprecated', 'x-sunset', 'x-deprecated-sunset'],
];

/** Members that rules of Redocly compare. Without a verdict, the change breaks nothing in this direction. */
const compared = [
  ...['Parameter.required', 'RequestBody.required', 'Schema.type', 'Schema.enum', 'Schema.required', 'Schema.const'],
  ...['Schema.format', 'Schema.pattern', 'Schema.multipleOf', 'Schema.minimum', 'Schema.maximum'],
  ...['Schema.exclusiveMinimum', 'Schema.exclusiveMaximum', 'Schema.minLength', 'Schema.maxLength', 'Schema.minItems'],
  ...['Schema.maxItems', 'Schema.uniqueItems', 'Schema.minProperties', 'Schema.maxProperties'],
];

/** A new error code. Clients treat a code that they do not know by its status. */
const errorCode = /\/responses\/[45]\w\w\/.*\/properties\/code$/;
/** Redocly reports a component here if no operation uses it. */
const unusedComponent = /^#\/components\/(?!securitySchemes\/)/;

/** Whether a change is known to break no client. All others count as breaking, also those that Redocly has no rule for. */
export function isHarmless({ path, typeName, kind, property, verdicts }: Finding): boolean {
  if (verdicts.length > 0) {
    return errorCode.test(path) && verdicts.every(({ ruleId }) => ruleId === 'enum-values-added');
  }
  if (documentation.includes(typeName) || unusedComponent.test(path)) return true;
  if (kind === 'added') return addable.includes(typeName) || (addableParts[typeName]?.test(path) ?? false);
  if (kind === 'removed') return false;
  return texts.includes(property!) || compared.includes(`${typeName}.${property}`);
}
