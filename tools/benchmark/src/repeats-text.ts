import type { Repeat } from './repeats.ts';

/** Formats the repeated measurements and the reasons as Markdown. */
export function writeRepeats(repeats: readonly Repeat[]): string {
  if (repeats.length === 0) return 'No measurement was repeated because of refused, failed or stalled requests.';
  const count = repeats.length === 1 ? '1 measurement was' : `${repeats.length} measurements were`;
  const lines = repeats.map(({ what, reason }) => `- ${what}: ${reason}`);
  return `${count} repeated because of refused, failed or stalled requests:\n\n${lines.join('\n')}`;
}
