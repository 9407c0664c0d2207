/** The paths of the documentation, all served without a key. Other files of Swagger UI are answered 404. */
export const documentationPaths = {
  page: '/docs',
  stylesheet: '/docs/swagger-ui.css',
  bundle: '/docs/swagger-ui-bundle.js',
  initScript: '/docs/swagger-ui-init.js',
  json: '/openapi.json',
  yaml: '/openapi.yaml',
} as const;

export type DocumentationPath = (typeof documentationPaths)[keyof typeof documentationPaths];
