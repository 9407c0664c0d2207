import type { StateMap, SwaggerUi } from './swagger-ui.ts';

interface PathProperties {
  readonly operationProps: StateMap;
}

interface LinkProperties {
  readonly text: unknown;
}

/**
 * A plugin of Swagger UI. It shows the `x-stability` of an operation beside its path, and beside a tag if all operations of the tag
 * have the same. The mark is part of the button's and the heading's accessible name.
 */
export function stability({ React }: SwaggerUi) {
  const create = React.createElement;

  const stabilityOf = (operation: unknown) => (operation as StateMap | undefined)?.get('x-stability');

  const withMark = (original: unknown, value: unknown) =>
    value === undefined
      ? original
      : create(
          'span',
          { className: 'marked' },
          original,
          ' ',
          create('span', { className: 'stability' }, String(value)),
        );

  const markedPath = (Original: unknown) => (properties: PathProperties) =>
    withMark(create(Original, properties), stabilityOf(properties.operationProps.get('op')));

  // Swagger UI shows both tags and paths as DeepLink. The text of a tag is one string, that of a path an array.
  const markedTag =
    (Original: unknown, { getSystem }: SwaggerUi) =>
    (properties: LinkProperties) => {
      const operations = getSystem().specSelectors.operations().toArray();
      const ofTag = operations
        .map((item) => item.get('operation') as StateMap)
        .filter((operation) => (operation.get('tags') as StateMap | undefined)?.includes(properties.text));
      const values = new Set(ofTag.map(stabilityOf));
      return withMark(create(Original, properties), values.size === 1 ? [...values][0] : undefined);
    };

  return { wrapComponents: { OperationSummaryPath: markedPath, DeepLink: markedTag } };
}
