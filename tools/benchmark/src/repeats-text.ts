import type { Repeat } from './repeats.ts';

/** Which measurements of a report were repeated, and why, as Markdown. */
export function writeRepeats(repeats: readonly Repeat[]): string {
  if (repeats.length === 0) return 'No measurement was disturbed by refused, failed or stalled requests.';
  const count = repeats.length === 1 ? '1 measurement was' : `${repeats.length} measurements were`;
  const lines = repeats.map(({ what, reason }) => `- ${what}: ${reason}`);
  return `${count} disturbed by refused, failed or stalled requests, and repeated:\n\n${lines.join('\n')}`;
}
