import type { SwaggerUi } from './swagger-ui.ts';

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
 * A plugin of Swagger UI. It gives form fields and buttons the names that screen readers need, and shows the path of an operation
 * without a link, because the path is inside a button.
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

  return {
    wrapComponents: {
      ServersContainer: fieldsNamed(() => 'Server'),
      ExamplesSelect: fieldsNamed(() => 'Example'),
      RequestBodyEditor: fieldsNamed(() => 'Request body'),
      // Swagger UI passes the name of a parameter as its description.
      JsonSchemaForm: fieldsNamed(({ description }) => description ?? 'Item'),
      Button: button,
      DeepLink: () => (properties: Properties) => create('span', null, properties.text),
    },
  };
}
