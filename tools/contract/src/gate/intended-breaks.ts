import type { Change } from './classify.ts';

/** A breaking change that is intended. */
export interface IntendedBreak {
  /** Id of the rule that reports the change. */
  readonly rule: string;
  /** JSON pointer of the change, as the gate prints it. */
  readonly location: string;
  /** Why clients must accept the change, for client developers. */
  readonly reason: string;
}

const fields = ['rule', 'location', 'reason'];

/**
 * Parses the JSON text of a file with intended breaks.
 * @throws Error if it is not a list of objects with the three texts
 */
export function parseIntendedBreaks(json: string): IntendedBreak[] {
  const entries = JSON.parse(json) as unknown;
  if (!Array.isArray(entries)) throw new Error('The intended breaks are not a list.');
  return entries.map((entry: unknown, index) => {
    const texts = Object.entries(entry as Record<string, unknown>);
    const isComplete = texts.length === fields.length && texts.every(([, text]) => typeof text === 'string' && text);
    if (!isComplete || !fields.every((field) => Object.hasOwn(entry as object, field))) {
      throw new Error(`Intended break ${index + 1} must have the texts ${fields.join(', ')}, and nothing else.`);
    }
    return entry as IntendedBreak;
  });
}

/** Whether the change breaks clients of stable operations. */
export function isForbidden(change: Change): boolean {
  return change.severity === 'breaking' && !change.isBeta;
}

/** Returns the entry that allows the change. */
export function intendedBreakOf(change: Change, entries: readonly IntendedBreak[]): IntendedBreak | undefined {
  if (!isForbidden(change)) return undefined;
  return entries.find(({ rule, location }) => rule === change.rule && location === change.location);
}

/** Lists the entries that allow no change: the change was undone, released, or has another location. */
export function unusedEntries(changes: readonly Change[], entries: readonly IntendedBreak[]): IntendedBreak[] {
  return entries.filter((entry) => !changes.some((change) => intendedBreakOf(change, [entry])));
}
