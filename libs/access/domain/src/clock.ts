/** The process's own clock, for spans of time; what the hour is, the store alone says. */
export abstract class Clock {
  /** Milliseconds since any fixed moment; never jumps when somebody sets the clock. */
  abstract monotonic(): number;
}
