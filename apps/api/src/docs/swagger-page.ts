import { docsPath } from './paths.ts';
import { exactIntegers } from './exact-integers.ts';
import { icon, style } from './look.ts';

/** The files of the package swagger-ui-dist that the page loads, with their media types. */
export const swaggerFiles = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const;

/** The script that shows the document, under the same folder. */
export const initFile = 'swagger-ui-init.js';

/** The HTML of Swagger UI. Its Content-Security-Policy allows no script within the page. */
export const swaggerPage = `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Petstore API</title>
  <link rel="icon" href="${icon}">
  <link rel="stylesheet" href="${docsPath}/swagger-ui.css">
  <style>
    html { box-sizing: border-box; overflow-y: scroll }
    *, *::before, *::after { box-sizing: inherit }
    body { margin: 0; background: #fafafa }
    ${style}
  </style>
</head>
<body>
  <div id="swagger-ui"></div>
  <script src="${docsPath}/swagger-ui-bundle.js"></script>
  <script src="${docsPath}/${initFile}"></script>
</body>
</html>
`;

/** @param json the OpenAPI document */
export function initScript(json: string): string {
  return `SwaggerUIBundle({
  spec: ${json.trim()},
  dom_id: '#swagger-ui',
  // The Link header of the deprecated operation names its place on the page.
  deepLinking: true,
  persistAuthorization: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  plugins: [${exactIntegers.toString()}],
});
`;
}
