import { Presets, SingleBar } from 'cli-progress';

/**
 * Shows on standard error how far a command is: a bar in a terminal, otherwise a line every two seconds. The caller updates it with
 * the position and the payload `rows`, and must stop it.
 * @param activity of the command, such as `importing`
 * @param total the last position, in any unit
 */
export function startProgressBar(activity: string, total: number): SingleBar {
  const bar = new SingleBar(
    {
      format: `${activity} [{bar}] {percentage} % | {rows} rows | {duration_formatted}`,
      hideCursor: true,
      noTTYOutput: true,
      gracefulExit: false,
    },
    Presets.legacy,
  );
  bar.start(total, 0, { rows: 0 });
  return bar;
}
