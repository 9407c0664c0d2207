/** Result of a check. `warning` does not prevent that the service works, `problem` does. */
export interface Finding {
  readonly state: 'ok' | 'warning' | 'problem';
  /** What was checked, in one or two words. */
  readonly check: string;
  readonly message: string;
  /** What the operator must do. */
  readonly remedy?: string;
}

export function ok(check: string, message: string): Finding {
  return { state: 'ok', check, message };
}

export function warning(check: string, message: string, remedy?: string): Finding {
  return { state: 'warning', check, message, ...(remedy && { remedy }) };
}

export function problem(check: string, message: string, remedy?: string): Finding {
  return { state: 'problem', check, message, ...(remedy && { remedy }) };
}
