/**
 * Creates a time function for pino that formats the time once per millisecond, because under load many lines share one.
 * @returns a function that returns the member `time` of a line, in ISO 8601
 */
export function createTimestamp(): () => string {
  let millisecond = 0;
  let member = '';
  return () => {
    const now = Date.now();
    if (now === millisecond) return member;
    millisecond = now;
    member = `,"time":"${new Date(now).toISOString()}"`;
    return member;
  };
}
