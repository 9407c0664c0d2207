/** A gauge that is read at each scrape. */
export interface GaugeDefinition {
  readonly name: string;
  /** Meaning of the value, as a sentence. */
  readonly help: string;
  /**
   * Returns the value; undefined if it is unknown, so that the scrape has no sample. It must return within about a second, and must not
   * reject, because the scrape waits for it.
   */
  read(): number | undefined | Promise<number | undefined>;
}

/** A provider of a module that has gauges. The metrics of the application contain the gauges of all such providers. */
export abstract class GaugeSource {
  abstract readonly gauges: readonly GaugeDefinition[];
}
