/** Path of the Swagger UI page. */
export const docsPath = '/docs';

/** Path of the OpenAPI document, without the extension `.json` or `.yaml`. */
export const documentPath = '/openapi';
