/** The deprecation of one operation. The response headers, the OpenAPI document and the metrics use it. */
export class Deprecation {
  /** Date of the planned removal. The operation works until a release removes it. */
  readonly sunset: Date;
  /** `sunset` as `YYYY-MM-DD`, for texts. */
  readonly sunsetDate: string;
  /** Headers of every response of the operation (RFC 9745, RFC 8594, RFC 8288). */
  readonly headers: Readonly<Record<'Deprecation' | 'Sunset' | 'Link', string>>;

  /**
   * @param values.since date of the first release in which the operation is deprecated
   * @param values.successor path of the operation to use instead
   * @param values.documentation path of the page that describes the operation
   */
  constructor(values: {
    readonly since: Date;
    readonly sunset: Date;
    readonly successor: string;
    readonly documentation: string;
  }) {
    const { since, sunset, successor, documentation } = values;
    this.sunset = sunset;
    this.sunsetDate = sunset.toISOString().slice(0, 10);
    this.headers = {
      Deprecation: `@${since.getTime() / 1_000}`,
      Sunset: sunset.toUTCString(),
      Link: `<${successor}>; rel="successor-version", <${documentation}>; rel="deprecation"; type="text/html"`,
    };
  }
}
