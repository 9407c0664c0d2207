import type { SwaggerUi } from './swagger-ui.ts';

declare const localStorage: {
  getItem(name: string): string | null;
  removeItem(name: string): void;
};

/**
 * A plugin of Swagger UI. It keeps the API key in memory. If the user ticks a checkbox of the dialog "Authorize", it stores the
 * key in `localStorage`, until the user removes the tick or logs out.
 */
export function keyStorage({ React }: SwaggerUi) {
  const create = React.createElement;
  /** The item in which Swagger UI stores the keys, and from which it restores them. */
  const item = 'authorized';
  // Undefined until it is first needed.
  let isStored: boolean | undefined;
  const mayStore = () => (isStored ??= Object.keys(JSON.parse(localStorage.getItem(item) ?? '{}')).length > 0);

  const persist =
    (original: () => void, { authSelectors }: SwaggerUi) =>
    () => {
      if (mayStore() && authSelectors.authorized()?.size) original();
      else localStorage.removeItem(item);
    };

  const withCheckbox =
    (Original: unknown, { getSystem }: SwaggerUi) =>
    (properties: object) => {
      const [checked, setChecked] = React.useState(mayStore);
      const onChange = (event: { readonly target: { readonly checked: boolean } }) => {
        isStored = event.target.checked;
        setChecked(isStored);
        getSystem().authActions.persistAuthorizationIfNeeded();
      };
      const checkbox = create('input', { type: 'checkbox', checked, onChange, 'aria-describedby': 'key-storage' });
      const where = checked
        ? 'localStorage of this browser contains the key until Logout. Scripts of this site and browser extensions can read it.'
        : 'The key stays in the memory of this page, until a reload or Logout.';
      return create(
        'div',
        null,
        create(Original, properties),
        create('label', { className: 'key-storage' }, checkbox, ' Store the key in this browser'),
        create('p', { id: 'key-storage', 'aria-live': 'polite' }, where),
      );
    };

  return {
    wrapComponents: { HttpAuth: withCheckbox },
    statePlugins: { auth: { wrapActions: { persistAuthorizationIfNeeded: persist } } },
  };
}
