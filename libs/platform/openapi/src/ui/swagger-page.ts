import { exactIntegers } from './exact-integers-plugin.ts';
import { documentationPaths } from './paths.ts';
import { icon, style } from './swagger-theme.ts';

/** The HTML of Swagger UI. Its Content-Security-Policy allows no script within the page. */
export const swaggerPage = `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Petstore API</title>
  <link rel="icon" href="${icon}">
  <link rel="stylesheet" href="${documentationPaths.stylesheet}">
  <style>
    html { box-sizing: border-box; overflow-y: scroll }
    *, *::before, *::after { box-sizing: inherit }
    body { margin: 0; background: #fafafa }
    ${style}
  </style>
</head>
<body>
  <div id="swagger-ui"></div>
  <script src="${documentationPaths.bundle}"></script>
  <script src="${documentationPaths.initScript}"></script>
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
