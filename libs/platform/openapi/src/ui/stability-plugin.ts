import type { StateMap, SwaggerUi } from './swagger-ui.ts';

interface PathProperties {
  readonly operationProps: StateMap;
}

interface LinkProperties {
  readonly text: unknown;
}

/**
 * A plugin of Swagger UI. It shows the `x-stability` of an operation beside its path, and beside a tag if all operations of the tag
 * have the same. The mark is part of the accessible name of the button or the heading.
 */
export function stability({ React }: SwaggerUi) {
  const create = React.createElement;

  /** Returns the stability of the chosen operations if all have the same, otherwise undefined. */
  const stabilityOf = ({ getSystem }: SwaggerUi, isChosen: (item: StateMap, operation: StateMap) => boolean) => {
    const chosen = getSystem()
      .specSelectors.operations()
      .toArray()
      .map((item) => [item, item.get('operation') as StateMap] as const)
      .filter(([item, operation]) => isChosen(item, operation));
    const [first, ...others] = new Set(chosen.map(([, operation]) => operation.get('x-stability')));
    return others.length === 0 ? first : undefined;
  };

  const withMark = (original: unknown, value: unknown) => {
    if (value === undefined) return original;
    const mark = create('span', { className: 'stability' }, String(value));
    return create('span', { className: 'marked' }, original, ' ', mark);
  };

  const markedPath = (Original: unknown, system: SwaggerUi) => (properties: PathProperties) => {
    // Only `path` and `method` are complete: Swagger UI resolves the operation when it is opened.
    const isThis = (item: StateMap) =>
      ['path', 'method'].every((name) => item.get(name) === properties.operationProps.get(name));
    return withMark(create(Original, properties), stabilityOf(system, isThis));
  };

  // Swagger UI shows both tags and paths as DeepLink. The text of a tag is a string, that of a path an array.
  const markedTag = (Original: unknown, system: SwaggerUi) => (properties: LinkProperties) => {
    const hasTag = (_: StateMap, operation: StateMap) =>
      (operation.get('tags') as StateMap | undefined)?.includes(properties.text) ?? false;
    return withMark(create(Original, properties), stabilityOf(system, hasTag));
  };

  return { wrapComponents: { OperationSummaryPath: markedPath, DeepLink: markedTag } };
}
