import type { SwaggerUi } from './swagger-ui.ts';

/**
 * A plugin of Swagger UI. It removes the last response of an operation when the form refuses the next request, because the
 * response is not that of the values in the form.
 */
export function staleResponses() {
  // Swagger UI calls this action when the form refuses a value, before it marks the value.
  const clear =
    (original: (operation: [string, string]) => void, { specActions }: SwaggerUi) =>
    (operation: [string, string]) => {
      original(operation);
      specActions.clearResponse(...operation);
      specActions.clearRequest(...operation);
    };
  return { statePlugins: { spec: { wrapActions: { clearValidateParams: clear } } } };
}
