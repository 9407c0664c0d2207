import type { SwaggerUi } from './swagger-ui.ts';

interface Focusable {
  focus(): void;
}
interface Dialog extends Focusable {
  showModal(): void;
  querySelector(selector: string): Focusable | null;
}
declare const document: { readonly activeElement: Focusable | null };

/**
 * A plugin of Swagger UI. It makes the dialog "Authorize" a modal `dialog` element: the keyboard focus stays inside, and returns
 * to the button when the dialog closes. It also gives the button with the cross a name.
 */
export function modalDialog({ React }: SwaggerUi) {
  const create = React.createElement;

  const modal = (Original: unknown) => (properties: Pick<SwaggerUi, 'authActions'>) => {
    const dialog = React.useRef<Dialog>(null);
    const [opener] = React.useState(() => document.activeElement);
    React.useEffect(() => {
      dialog.current?.showModal();
      dialog.current?.querySelector('input, .btn-done')?.focus();
      return () => opener?.focus();
    }, []);
    const onCancel = () => properties.authActions.showDefinitions(false);
    return create('dialog', { ref: dialog, 'aria-label': 'Authorize', onCancel }, create(Original, properties));
  };

  const named = (Original: unknown) => (properties: object) => [
    create(Original, { key: 'icon', ...properties }),
    create('span', { key: 'name', className: 'visually-hidden' }, 'Close'),
  ];

  return { wrapComponents: { authorizationPopup: modal, CloseIcon: named } };
}
