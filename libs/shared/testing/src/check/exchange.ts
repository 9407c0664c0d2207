/** A request and its response. */
export interface Exchange {
  /** Empty if the bytes were not a valid request. */
  readonly method: string;
  /** Request target with the query. Empty if the bytes were not a valid request. */
  readonly path: string;
  readonly status: number;
  /** Values by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body of the response. */
  readonly text: string;
}
