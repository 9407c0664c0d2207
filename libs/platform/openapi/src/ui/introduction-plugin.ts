import type { SwaggerUi } from './swagger-ui.ts';

interface ButtonProperties {
  readonly getComponent: (name: string, isContainer: boolean) => unknown;
}

/** A link of the introduction. */
export interface Link {
  readonly href: string;
  readonly text: string;
}

/**
 * A plugin of Swagger UI. It shows the title, the summary and links, and neither the description, which the guide contains, nor
 * the license. Above the button "Authorize" it shows how to get a key: the description of the security scheme.
 * @param links shown after the link to the document's `externalDocs`
 */
export function introduction({ React }: SwaggerUi, links: readonly Link[]) {
  const create = React.createElement;
  // A new tab, because a key that is only in memory would be lost.
  const newTab = { target: '_blank', rel: 'noopener' };
  const linkTo = ({ href, text }: Link) => create('a', { key: href, href, ...newTab }, text);

  const information = () => (system: SwaggerUi) => {
    const info = system.specSelectors.info();
    const externalDocs = system.specSelectors.externalDocs();
    const guide = { href: String(externalDocs.get('url')), text: String(externalDocs.get('description')) };
    return create(
      'header',
      { className: 'info introduction' },
      create('h1', { className: 'title' }, info.get('title'), create('small', null, info.get('version'))),
      create('p', null, info.get('summary')),
      create('nav', { 'aria-label': 'Documentation' }, ...[guide, ...links].map(linkTo)),
    );
  };

  const keyInstructions =
    (Original: unknown, { getSystem }: SwaggerUi) =>
    (properties: ButtonProperties) => {
      const source = getSystem().specSelectors.securityDefinitions()?.first()?.get('description');
      const Markdown = properties.getComponent('Markdown', true);
      return create(
        'div',
        { className: 'keys' },
        create('div', { className: 'key-instructions' }, create(Markdown, { source })),
        create(Original, properties),
      );
    };

  return { wrapComponents: { InfoContainer: information, authorizeBtn: keyInstructions } };
}
