/** The monotonic clock of the process, to measure time spans. Only the repository has the time of day. */
export abstract class Clock {
  /** Returns the milliseconds since a fixed moment. Changes of the system time do not affect it. */
  abstract monotonic(): number;
}
