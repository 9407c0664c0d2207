import { documentationPaths } from './paths.ts';

const paw = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="#0f766e"><circle cx="6.500" cy="14" r="3.500"/><circle
 cx="12.500" cy="7.500" r="3.500"/><circle cx="19.500" cy="7.500" r="3.500"/><circle cx="25.500" cy="14" r="3.500"/><path
 d="M16 13c5 0 9 6 9 10 0 3-2 4-4 4s-3-1-5-1-3 1-5 1-4-1-4-4c0-4 4-10 9-10z"/></svg>`;

/** The icon of the pages, as a data URL. */
export const icon = `data:image/svg+xml,${encodeURIComponent(paw.replace(/\s+/g, ' '))}`;

interface HtmlPage {
  readonly title: string;
  /** Elements that come before the style sheet of the theme. */
  readonly head?: string;
  readonly body: string;
}

/** Returns an HTML page of the documentation. It has no inline script, because its Content-Security-Policy forbids them. */
export const htmlPage = ({ title, head = '', body }: HtmlPage): string => `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title}</title>
  <link rel="icon" href="${icon}">${head}
  <link rel="stylesheet" href="${documentationPaths.theme}">
</head>
<body>
${body}
</body>
</html>
`;
