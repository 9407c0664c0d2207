import type { SwaggerUi } from './swagger-ui.ts';

/**
 * A plugin of Swagger UI. It shows the indented text of a response if `JSON.parse` could round a number in it. The rule in
 * `swagger-ui.ts` applies.
 */
export function exactIntegers({ React }: SwaggerUi) {
  const mayRound = /\d{16}|\d[.eE]/;

  const indent = (json: string): string => {
    let depth = 0;
    const newLine = () => `\n${'  '.repeat(depth)}`;
    return json.replace(/"(?:[^"\\]|\\.)*"|\s+|[[\]{}:,]/g, (token) => {
      if (token === '{' || token === '[') return token + ((depth += 1), newLine());
      if (token === '}' || token === ']') return ((depth -= 1), newLine()) + token;
      if (token === ',') return token + newLine();
      if (token === ':') return ': ';
      return token.trim();
    });
  };

  const exactBody = (Original: unknown) => (properties: { contentType?: string; content?: unknown }) => {
    const { content, contentType = '' } = properties;
    const isExact = typeof content !== 'string' || !contentType.includes('json') || !mayRound.test(content);
    const shown = isExact ? properties : { ...properties, content: indent(content), contentType: 'text/plain' };
    return React.createElement(Original, shown);
  };

  return { wrapComponents: { responseBody: exactBody } };
}
