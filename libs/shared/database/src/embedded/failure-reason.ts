const levels = /FATAL|PANIC|ERROR|error/;

/** What initdb does after it failed, and advice. */
const noReason = /^initdb: removing |HINT:/;

/** With `logging_collector`, the server's last line on standard error, before the reason of a later failure. */
const redirected = /HINT: +Future log output will appear in directory/;

/**
 * The line that tells why a program of PostgreSQL failed, without the time and process before it.
 * @param output what it wrote on standard error
 */
export function failureReason(output: string): string {
  const lines = output.trim().split('\n');
  const reason = lines.findLast((line) => levels.test(line));
  if (reason === undefined && redirected.test(output)) {
    return 'its reason is in the newest file of the directory "log" in its data directory';
  }
  return (reason ?? lines.findLast((line) => !noReason.test(line)) ?? '').replace(/^.*?(?=FATAL|PANIC|ERROR)/, '');
}
