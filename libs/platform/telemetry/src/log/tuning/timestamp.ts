/** Creates a `timestamp` function for pino. It returns the member `time` in ISO 8601 and formats it once per millisecond. */
export function createTimestamp(): () => string {
  let millisecond = 0;
  let member = '';
  return () => {
    const now = Date.now();
    if (now !== millisecond) {
      millisecond = now;
      member = `,"time":"${new Date(now).toISOString()}"`;
    }
    return member;
  };
}
