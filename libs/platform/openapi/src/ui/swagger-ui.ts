/** An immutable map of Swagger UI's state. */
export interface StateMap {
  readonly size: number;
  get(name: string): unknown;
  first(): StateMap | undefined;
  includes(value: unknown): boolean;
  keySeq(): { join(separator: string): string };
}

/** The part of Swagger UI's system that the plugins use. */
export interface SwaggerUi {
  readonly React: {
    createElement(component: unknown, properties?: object | null, ...children: unknown[]): unknown;
    useEffect(effect: () => () => void, dependencies: readonly unknown[]): void;
    useRef<T>(initial: null): { readonly current: T | null };
    useState<T>(initial: T | (() => T)): [T, (value: T) => void];
  };
  getSystem(): SwaggerUi;
  readonly authActions: { persistAuthorizationIfNeeded(): void; showDefinitions(shown: false): void };
  readonly authSelectors: { authorized(): StateMap | undefined };
  readonly specActions: {
    clearRequest(path: string, method: string): void;
    clearResponse(path: string, method: string): void;
    requestResolvedSubtree(path: readonly string[]): void;
  };
  readonly specSelectors: {
    externalDocs(): StateMap;
    info(): StateMap;
    operations(): { toArray(): StateMap[] };
    securityDefinitions(): StateMap | undefined;
  };
}
