import type { TestApp } from './test-app.ts';
/** A test application with a metrics listener on a free port. */
export interface MeasuredApplication {
    /** URL of the metrics. */
    readonly url: string;
    /** Returns the metrics in Prometheus' text format. */
    scrape(): Promise<string>;
    close(): Promise<void>;
}
/**
 * Starts the metrics of the application, with a pool that has no connection.
 * @param droppedLogLines returns the number of lines that the log has dropped
 */
export declare function measure({ app, config, database, server, log }: TestApp, droppedLogLines?: () => number): Promise<MeasuredApplication>;
/** Returns the samples of a metric, such as `name{label="value"} 1`, in the order of the text. */
export declare function samplesOf(text: string, metric: string): string[];
/** Returns the value of a metric without labels; undefined if it has no sample. */
export declare function valueOf(text: string, metric: string): number | undefined;
//# sourceMappingURL=measure.d.ts.map