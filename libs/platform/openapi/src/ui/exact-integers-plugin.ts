/** The part of Swagger UI that the plugin uses. */
interface SwaggerUi {
  readonly React: { createElement(component: unknown, properties: object): unknown };
}

/**
 * A plugin of Swagger UI that shows the indented text of a response if `JSON.parse` would round a number in it. The browser
 * gets the source text of the function, so the function can use nothing outside itself.
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
