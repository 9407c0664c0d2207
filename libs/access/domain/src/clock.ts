/** The monotonic clock of the process, to measure time spans. The time of day comes from the repository only. */
export abstract class Clock {
  /** Milliseconds since a fixed moment. Changes of the system time do not affect it. */
  abstract monotonic(): number;
}
