import type { SwaggerUi } from './swagger-ui.ts';

/** The part of the browser that the plugin uses. */
declare const document: {
  createElement(name: string): { name: string; content: string };
  readonly head: { append(element: unknown): void };
};

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
 * A plugin of Swagger UI. It gives form fields and buttons the names that screen readers need, shows the path of an operation
 * without a link, because the path is inside a button, and sets the viewport of phones, which the page of Nest lacks.
 * The rule in `swagger-ui.ts` applies.
 */
export function accessibleNames({ React }: SwaggerUi) {
  const create = React.createElement;
  const viewport = document.createElement('meta');
  viewport.name = 'viewport';
  viewport.content = 'width=device-width, initial-scale=1';
  document.head.append(viewport);

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
