import { docsPath } from '../paths.ts';

/** The paths of the documentation, all served without a key. Other files of Swagger UI are answered 404. */
export const documentationPaths = {
  page: docsPath,
  stylesheet: `${docsPath}/swagger-ui.css`,
  bundle: `${docsPath}/swagger-ui-bundle.js`,
  initScript: `${docsPath}/swagger-ui-init.js`,
  json: '/openapi.json',
  yaml: '/openapi.yaml',
} as const;

export type DocumentationPath = (typeof documentationPaths)[keyof typeof documentationPaths];
