/** Creates pino's `timestamp` function: the member `time` in ISO 8601, formatted once per millisecond. */
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
