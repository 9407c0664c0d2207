import type { Repeat } from './repeats.ts';

/** Formats the repeated measurements, those that were left out, and the reasons as Markdown. */
export function writeRepeats(repeats: readonly Repeat[], leftOut: readonly Repeat[] = []): string {
  if (repeats.length === 0 && leftOut.length === 0) {
    return 'No measurement was repeated because of refused, failed or stalled requests.';
  }
  return [
    ...list(repeats, 'repeated because of refused, failed or stalled requests'),
    ...list(leftOut, 'left out, because all attempts had refused, failed or stalled requests'),
  ].join('\n\n');
}

function list(repeats: readonly Repeat[], what: string): string[] {
  if (repeats.length === 0) return [];
  const count = repeats.length === 1 ? '1 measurement was' : `${repeats.length} measurements were`;
  return [`${count} ${what}:`, repeats.map(({ what, reason }) => `- ${what}: ${reason}`).join('\n')];
}
