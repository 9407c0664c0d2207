import { guidePath } from '../document/guide-path.ts';

/** The paths of the documentation, which need no API key. */
export const documentationPaths = {
  page: '/docs',
  guide: guidePath,
  theme: '/docs/theme.css',
  stylesheet: '/docs/swagger-ui.css',
  bundle: '/docs/swagger-ui-bundle.js',
  initScript: '/docs/swagger-ui-init.js',
  json: '/openapi.json',
  yaml: '/openapi.yaml',
} as const;

export type DocumentationPath = (typeof documentationPaths)[keyof typeof documentationPaths];
