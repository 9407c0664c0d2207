import { valueOf, type Part } from '../model/part.ts';

/** The keys of an operation's stability: the first for documentation sites, the second for tools that compare documents. */
export const stabilityKeys = ['x-stability', 'x-stability-level'] as const;

/** Values of an operation that may change without notice. */
const unstable = ['experimental', 'alpha', 'beta'];

/**
 * Whether the operation is marked as beta, so that it may change without notice. An operation without a mark is stable. If its
 * marks contradict each other, or have an unknown value, it counts as stable.
 */
export function isBeta(operation: Part | undefined): boolean {
  const levels = stabilityKeys.flatMap((key) => valueOf(operation, key) ?? []);
  return levels.length > 0 && levels.every((level) => unstable.includes(String(level)));
}

/** Whether the mark has a known value, or is absent. */
export function isKnownLevel(level: unknown): boolean {
  return level === undefined || level === 'stable' || unstable.includes(String(level));
}
