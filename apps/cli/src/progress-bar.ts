import { Presets, SingleBar } from 'cli-progress';

/**
 * Shows the progress of a command in a terminal, and nothing if standard error is not a terminal. The caller updates the bar with the
 * position and the payload `rows`, and must stop the bar at the end, which removes it from the terminal.
 * @param activity what the command does, such as `importing`
 * @param total the last position, in any unit
 */
export function startProgressBar(activity: string, total: number): SingleBar {
  const bar = new SingleBar(
    {
      format: `${activity} [{bar}] {percentage} % | {rows} rows | {duration_formatted}`,
      hideCursor: true,
      clearOnComplete: true,
      // Otherwise the bar would handle SIGINT and SIGTERM, which the command itself handles.
      gracefulExit: false,
    },
    Presets.legacy,
  );
  bar.start(total, 0, { rows: 0 });
  return bar;
}
