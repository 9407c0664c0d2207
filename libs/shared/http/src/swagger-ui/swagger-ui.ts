/** An immutable map of Swagger UI's state. */
export interface StateMap {
  get(name: string): unknown;
  first(): StateMap | undefined;
  keySeq(): { join(separator: string): string };
}

/**
 * The part of Swagger UI's system that the plugins use. The browser gets the source text of a plugin function. The function must not
 * use identifiers from outside.
 */
export interface SwaggerUi {
  readonly React: {
    createElement(component: unknown, properties?: object | null, ...children: unknown[]): unknown;
    useState<T>(initial: T): [T, (value: T) => void];
  };
}
