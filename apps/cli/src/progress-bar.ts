import { Presets, SingleBar } from 'cli-progress';

/**
 * Shows in a terminal how far a command is, and nothing if standard error is not a terminal. The caller updates the bar with the
 * position and the payload `rows`, and must stop it, which removes it.
 * @param activity of the command, such as `importing`
 * @param total the last position, in any unit
 */
export function startProgressBar(activity: string, total: number): SingleBar {
  const bar = new SingleBar(
    {
      format: `${activity} [{bar}] {percentage} % | {rows} rows | {duration_formatted}`,
      hideCursor: true,
      clearOnComplete: true,
      gracefulExit: false,
    },
    Presets.legacy,
  );
  bar.start(total, 0, { rows: 0 });
  return bar;
}
