import type { SwaggerUi } from './swagger-ui.ts';

/**
 * A plugin of Swagger UI. It resolves the references between the schemas when the document is loaded. Otherwise the list of the
 * schemas shows an array of references as `array<any>` until the schema is opened.
 */
export function resolvedSchemas() {
  const resolve =
    (original: (document: unknown) => void, { specActions }: SwaggerUi) =>
    (document: unknown) => {
      original(document);
      specActions.requestResolvedSubtree(['components', 'schemas']);
    };
  return { statePlugins: { spec: { wrapActions: { updateJsonSpec: resolve } } } };
}
