/** How far a mirror is. `mirror` stores it in the user's store as one string. */
export interface MirrorPosition {
  /** Cursor of the change feed. During the walk over the list it stays the one from before the walk. */
  readonly changes: string;
  /** Cursor of the next page of the list; null before the first page; absent after the last page. */
  readonly list?: string | null;
}

export function encodePosition(position: MirrorPosition): string {
  return JSON.stringify(position);
}

/**
 * @returns undefined if nothing is stored
 * @throws TypeError if `encodePosition` did not return the text
 */
export function decodePosition(stored: string | null | undefined): MirrorPosition | undefined {
  if (stored === undefined || stored === null) return undefined;
  const position = parse(stored);
  if (!isPosition(position)) throw new TypeError('load must return a cursor that mirror has passed to put');
  return position;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isPosition(value: unknown): value is MirrorPosition {
  const { changes, list = null } = (value ?? {}) as Record<string, unknown>;
  return typeof changes === 'string' && (list === null || typeof list === 'string');
}
