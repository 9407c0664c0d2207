import { exactIntegers } from './exact-integers-plugin.ts';
import { documentationPaths } from './paths.ts';

const paw = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="#0f766e"><circle cx="6.500" cy="14" r="3.500"/><circle
 cx="12.500" cy="7.500" r="3.500"/><circle cx="19.500" cy="7.500" r="3.500"/><circle cx="25.500" cy="14" r="3.500"/><path
 d="M16 13c5 0 9 6 9 10 0 3-2 4-4 4s-3-1-5-1-3 1-5 1-4-1-4-4c0-4 4-10 9-10z"/></svg>`;

const icon = `data:image/svg+xml,${encodeURIComponent(paw.replace(/\s+/g, ' '))}`;

/** Returns the HTML page of Swagger UI. It has no inline script, because its Content-Security-Policy forbids them. */
export const swaggerPage = (title: string): string => `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title} API</title>
  <link rel="icon" href="${icon}">
  <link rel="stylesheet" href="${documentationPaths.stylesheet}">
  <style>
    html { box-sizing: border-box; overflow-y: scroll }
    *, *::before, *::after { box-sizing: inherit }
    body { margin: 0; background: #fafafa }
    .swagger-ui .topbar { display: none }
    .swagger-ui .info { margin: 32px 0 16px }
    .swagger-ui .info .title { color: #0f766e }
    .swagger-ui .info .title::before {
      content: ''; display: inline-block; width: 36px; height: 36px; margin-right: 12px; vertical-align: -6px;
      background: url("${icon}")
    }
    .swagger-ui .info h2 { font-size: 18px; margin: 20px 0 6px }
    .swagger-ui .info p, .swagger-ui .info li { margin: 6px 0 }
    .swagger-ui .info table { width: auto; margin: 6px 0 }
    .swagger-ui .info table td, .swagger-ui .info table th { padding: 2px 16px 2px 0 }
    .swagger-ui .info .markdown code { color: #0f766e; font-weight: 400 }
    .swagger-ui .btn.authorize { border-color: #0f766e; color: #0f766e }
    .swagger-ui .btn.authorize svg { fill: #0f766e }
    .swagger-ui .btn.execute { background: #0f766e; border-color: #0f766e }
    .swagger-ui .opblock.opblock-deprecated { opacity: 1; border-style: dashed }
    .swagger-ui .opblock.opblock-deprecated .opblock-summary-description { color: #b45309; font-weight: 600 }
  </style>
</head>
<body>
  <div id="swagger-ui"></div>
  <script src="${documentationPaths.bundle}"></script>
  <script src="${documentationPaths.initScript}"></script>
</body>
</html>
`;

/** Returns the script that starts Swagger UI. @param json text of the OpenAPI document */
export function initScript(json: string): string {
  return `SwaggerUIBundle({
  spec: ${json.trim()},
  dom_id: '#swagger-ui',
  // The Link header of a deprecated operation leads to it on the page.
  deepLinking: true,
  persistAuthorization: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  plugins: [${exactIntegers.toString()}],
});
`;
}
