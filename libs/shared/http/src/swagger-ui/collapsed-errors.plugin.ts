import type { StateMap, SwaggerUi } from './swagger-ui.ts';

interface ResponseProperties {
  readonly code: string;
  readonly className: string;
  readonly response: StateMap;
}

/**
 * A plugin of Swagger UI. It shows each error status of an operation as one line with the error codes. A click on the line
 * shows the meanings, the examples and the headers. The rule in `swagger-ui.ts` applies.
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
