let millisecond = 0;
let member = '';

/** The time as pino takes it, in ISO 8601; made once per millisecond, which under load many lines share. */
export function timestamp(): string {
  const now = Date.now();
  if (now === millisecond) return member;
  millisecond = now;
  member = `,"time":"${new Date(now).toISOString()}"`;
  return member;
}
