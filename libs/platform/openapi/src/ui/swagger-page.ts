import type { OpenAPIObject } from '@nestjs/swagger';
import { accessibleNames } from './accessible-names-plugin.ts';
import { collapsedErrors } from './collapsed-errors-plugin.ts';
import { exactIntegers } from './exact-integers-plugin.ts';
import { htmlPage } from './html-page.ts';
import { introduction, type Link } from './introduction-plugin.ts';
import { keyStorage } from './key-storage-plugin.ts';
import { modalDialog } from './modal-dialog-plugin.ts';
import { documentationPaths } from './paths.ts';
import { resolvedSchemas } from './resolved-schemas-plugin.ts';
import { stability } from './stability-plugin.ts';
import { staleResponses } from './stale-responses-plugin.ts';

/** Returns the HTML page of Swagger UI. */
export const swaggerPage = (title: string): string =>
  htmlPage({
    title: `${title} API`,
    // A `link` cannot assign a cascade layer.
    head: `
  <style>@import url("${documentationPaths.stylesheet}") layer(swagger-ui);</style>`,
    body: `  <div id="swagger-ui"></div>
  <script src="${documentationPaths.bundle}"></script>
  <script src="${documentationPaths.initScript}"></script>`,
  });

const plugins = [
  exactIntegers,
  accessibleNames,
  collapsedErrors,
  keyStorage,
  modalDialog,
  resolvedSchemas,
  // After accessibleNames, which replaces the component DeepLink.
  stability,
  staleResponses,
];

const links: readonly Link[] = [
  { href: documentationPaths.yaml, text: 'OpenAPI (YAML)' },
  { href: documentationPaths.json, text: 'OpenAPI (JSON)' },
];

/**
 * Omits the bounds of int64. Swagger UI would show them rounded as numbers, and would compare strings with the form's text
 * character by character. It shows the format, int64.
 */
const withoutInt64Bounds = (_: string, value: unknown) => (typeof value === 'bigint' ? undefined : value);

/** Returns the script that starts Swagger UI with the document. */
export const initScript = (document: OpenAPIObject): string => `const dark = matchMedia('(prefers-color-scheme: dark)');
const setMode = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
setMode();
dark.addEventListener('change', setMode);

SwaggerUIBundle({
  spec: ${JSON.stringify(document, withoutInt64Bounds)},
  dom_id: '#swagger-ui',
  // The Link header of a deprecated operation leads to it on the page.
  deepLinking: true,
  // The plugin keyStorage decides whether a key is stored.
  persistAuthorization: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  // The default has numbers with too little contrast.
  syntaxHighlight: { theme: 'tomorrow-night' },
  plugins: [
    (system) => (${introduction.toString()})(system, ${JSON.stringify(links)}),
    ${plugins.map(String).join(',\n    ')},
  ],
});
`;
