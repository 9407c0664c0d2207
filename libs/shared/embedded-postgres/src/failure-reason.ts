const levels = /FATAL|PANIC|ERROR|error/;

/** Lines about the clean-up of initdb, hints, and the exit code of a program that has written its reason before. */
const ignoredLines = /^initdb: removing |^child process exited with exit code |HINT:/;

/** With `logging_collector`, the server's last line on standard error. Later failures are in the log files. */
const redirected = /HINT: +Future log output will appear in directory/;

/** Extracts the reason, one line without time and process id, from what a PostgreSQL program wrote to standard error. */
export function failureReason(output: string): string {
  const lines = output.trim().split('\n');
  const reason = lines.findLast((line) => levels.test(line));
  if (reason === undefined && redirected.test(output)) {
    return 'the reason is in the newest file of the directory "log" in the data directory';
  }
  return (reason ?? lines.findLast((line) => !ignoredLines.test(line)) ?? '').replace(/^.*?(?=FATAL|PANIC|ERROR)/, '');
}
