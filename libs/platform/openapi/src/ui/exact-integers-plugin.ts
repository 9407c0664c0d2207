/** What of Swagger UI the plugin touches. */
interface SwaggerUi {
  readonly React: { createElement(component: unknown, properties: object): unknown };
}

interface ResponseBody {
  readonly contentType?: string;
  readonly content?: unknown;
}

/**
 * A plugin of Swagger UI, which shows JSON as `JSON.parse` rounds it: where that would change a number, the text of the
 * answer is shown, indented. It is sent to the browser as source text, so it can use nothing from outside itself.
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

  const exactBody = (Original: unknown) => (properties: ResponseBody) => {
    const { content, contentType = '' } = properties;
    const isExact = typeof content !== 'string' || !contentType.includes('json') || !mayRound.test(content);
    const shown = isExact ? properties : { ...properties, content: indent(content), contentType: 'text/plain' };
    return React.createElement(Original, shown);
  };

  return { wrapComponents: { responseBody: exactBody } };
}
