// Plugins of Swagger UI. The browser gets the source text of a plugin function, so the function must not use identifiers from outside.

/** The part of the browser that the plugins use. */
declare const document: {
  createElement(name: string): { name: string; content: string };
  readonly documentElement: { readonly classList: { toggle(name: string, isSet: boolean): void } };
  readonly head: { append(element: unknown): void };
};
declare function matchMedia(query: string): {
  readonly matches: boolean;
  addEventListener(event: 'change', listen: () => void): void;
};

/** An immutable map of Swagger UI's state. */
interface StateMap {
  get(name: string): unknown;
  hasIn(path: readonly string[]): boolean;
  setIn(path: readonly string[], value: string): StateMap;
  first(): StateMap | undefined;
  keySeq(): { join(separator: string): string };
  toJS(): Readonly<Record<string, unknown>>;
}

/** The part of Swagger UI's system that the plugins use. */
interface SwaggerUi {
  readonly React: {
    createElement(component: unknown, properties?: object | null, ...children: unknown[]): unknown;
    useState<T>(initial: T): [T, (value: T) => void];
  };
  readonly specActions: {
    changeParamByIdentity(
      operation: readonly string[],
      parameter: StateMap,
      value: string | readonly string[],
      isXml: boolean,
    ): void;
    execute(request: { readonly path: string; readonly method: string; readonly operation: StateMap }): void;
  };
  readonly specSelectors: { specResolvedSubtree(path: readonly string[]): StateMap };
}

/** Shows the indented text of a response if `JSON.parse` could round a number in it. */
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

/** Shows the curl command of a request without the API key, because every user of a machine can read the arguments of a process. */
export function hiddenKey({ React }: SwaggerUi) {
  const header = ['headers', 'Authorization'];
  const curl = (Original: unknown) => (properties: { request: StateMap }) => {
    const { request } = properties;
    const shown = request.hasIn(header) ? request.setIn(header, 'Bearer <API key>') : request;
    return React.createElement(Original, { ...properties, request: shown });
  };

  return { wrapComponents: { curl } };
}

interface ResponseProperties {
  readonly code: string;
  readonly className: string;
  readonly response: StateMap;
}

/**
 * Shows each error status of an operation as one line with the error codes. A click on the line shows the meanings, the examples
 * and the headers.
 */
export function collapsedErrors({ React }: SwaggerUi) {
  const create = React.createElement;

  const codesOf = (response: StateMap): string => {
    const content = (response.get('content') as StateMap | undefined)?.first();
    const examples = content?.get('examples') as StateMap | undefined;
    return examples?.keySeq().join(', ') ?? String(response.get('description'));
  };

  const collapsedError = (Original: unknown) => (properties: ResponseProperties) => {
    const [isOpen, setOpen] = React.useState(false);
    const { code, className, response } = properties;
    if (!/^[45]/.test(code)) return create(Original, properties);
    const toggle = { type: 'button', 'aria-expanded': isOpen, onClick: () => setOpen(!isOpen) };
    const line = create(
      'tr',
      { key: 'line', className: `response error-line ${className}` },
      create('td', { className: 'response-col_status' }, code),
      create('td', { className: 'response-col_description' }, create('button', toggle, codesOf(response))),
    );
    const details = { ...properties, key: 'details', className: 'error-details' };
    return isOpen ? [line, create(Original, details)] : line;
  };

  return { wrapComponents: { response: collapsedError } };
}

interface LiveResponseProperties {
  readonly path: string;
  readonly method: string;
  readonly response: StateMap;
}

/** Shows the headers of responses in blocks that are closed on a phone, and the link of a page to the next one. */
export function responseHeaders({ React, specActions, specSelectors }: SwaggerUi) {
  const create = React.createElement;
  const open = matchMedia('(min-width: 641px)').matches;
  const block = (title: string, content: unknown) =>
    create('details', { className: 'headers-block', open }, create('summary', null, title), content);

  const documented = (Original: unknown) => (properties: object) => block('Headers', create(Original, properties));

  const received = (Original: unknown) => (properties: LiveResponseProperties) => {
    const { path, method, response } = properties;
    const headers = (response.get('headers') as StateMap).toJS();
    const [, next] = /<([^>]*)>; rel="next"/.exec(String(headers['link'])) ?? [];

    // The browser would follow the link without the key.
    const request = (event: { preventDefault(): void }) => {
      event.preventDefault();
      const operation = specSelectors.specResolvedSubtree(['paths', path, method]);
      const query = new URLSearchParams(next!.split('?')[1]);
      for (const parameter of operation.get('parameters') as Iterable<StateMap>) {
        const values = query.getAll(String(parameter.get('name')));
        const value = values.length > 1 ? values : (values[0] ?? '');
        if (parameter.get('in') === 'query') specActions.changeParamByIdentity([path, method], parameter, value, false);
      }
      specActions.execute({ path, method, operation });
    };

    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\n`);
    return create(
      'div',
      null,
      create(Original, properties),
      next && create('p', null, create('a', { className: 'next-page', href: next, onClick: request }, 'Next page')),
      block('Response headers', create('pre', { className: 'microlight' }, lines)),
    );
  };

  return { wrapComponents: { headers: documented, liveResponse: received } };
}

interface SchemaProperties {
  readonly schema: { readonly items?: { readonly $ref?: string; readonly $$ref?: string } };
}

/** Shows the name of the items of a list in its type. Swagger UI shows `array<any>` until somebody opens the schema. */
export function itemTypes({ React }: SwaggerUi) {
  const named = (Original: unknown) => (properties: SchemaProperties) => {
    const { $ref, $$ref = $ref } = properties.schema.items ?? {};
    const schema = $$ref ? { type: [`array<${$$ref.split('/').pop()}>`] } : properties.schema;
    return React.createElement(Original, { ...properties, schema });
  };
  return { wrapComponents: { JSONSchema202012KeywordType: named } };
}

interface Field {
  setAttribute(name: string, value: string): void;
}
interface Element {
  querySelectorAll(selector: string): { forEach(use: (field: Field) => void): void };
}
interface Properties {
  readonly description?: string;
  readonly text?: string;
  readonly children?: unknown;
}

/**
 * Sets the viewport of phones, which the page of Nest lacks, and Swagger UI's dark mode if the system has it. It must be the first
 * plugin: the source text of the others calls `__name` in the production archive.
 */
export function page() {
  // esbuild gives functions their names with it. It adds no call for a function that is an argument.
  Reflect.set(globalThis, '__name', (named: unknown) => named);
  const viewport = document.createElement('meta');
  viewport.name = 'viewport';
  viewport.content = 'width=device-width, initial-scale=1';
  document.head.append(viewport);

  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', follow);
  follow();
  return {};
}

/**
 * Gives form fields and buttons the names that screen readers need, and shows the path of an operation without a link, because the
 * path is inside a button.
 */
export function accessibleNames({ React }: SwaggerUi) {
  const create = React.createElement;

  const fieldsNamed =
    (nameOf: (properties: Properties) => string) => (Original: unknown) => (properties: Properties) => {
      const name = (field: Field) => field.setAttribute('aria-label', nameOf(properties));
      const ref = (element: Element | null) => element?.querySelectorAll('input, select, textarea').forEach(name);
      return create('div', { ref }, create(Original, properties));
    };

  // The visible text of the buttons is their name. Swagger UI's `aria-label` is another one.
  const button = (Original: unknown) => (properties: Properties) =>
    create(Original, typeof properties.children === 'string' ? { ...properties, 'aria-label': null } : properties);

  // The button that closes the dialog "Authorize" contains an icon only.
  const closeIcon = (Original: unknown) => (properties: object) =>
    create('span', { role: 'img', 'aria-label': 'Close' }, create(Original, properties));

  return {
    wrapComponents: {
      ServersContainer: fieldsNamed(() => 'Server'),
      ExamplesSelect: fieldsNamed(() => 'Example'),
      RequestBodyEditor: fieldsNamed(() => 'Request body'),
      // Swagger UI passes the name of a parameter as its description.
      JsonSchemaForm: fieldsNamed(({ description }) => description ?? 'Item'),
      Button: button,
      CloseIcon: closeIcon,
      DeepLink: () => (properties: Properties) => create('span', null, properties.text),
    },
  };
}
