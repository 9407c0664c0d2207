/** An unreadable row is the trouble of those who asked for it alone. */
export function orItsError<T>(read: () => T): T | Error {
  try {
    return read();
  } catch (error) {
    return error as Error;
  }
}
