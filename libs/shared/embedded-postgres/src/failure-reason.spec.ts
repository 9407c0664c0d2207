import { failureReason } from './failure-reason.ts';

it.each([
  [
    'without time and process',
    '2026-11-22 04:34:27.884 UTC [24827] LOG:  starting\n2026-11-22 04:34:27.9 UTC [24827] FATAL:  no space left\n',
    'FATAL:  no space left',
  ],
  [
    'of initdb, without its clean-up messages',
    'creating configuration files ... ok\nrunning bootstrap script ... Killed\n' +
      'child process was terminated by signal 9: Killed\ninitdb: removing contents of data directory "/data"\n',
    'child process was terminated by signal 9: Killed',
  ],
  [
    'of a program that initdb has started',
    'performing post-bootstrap initialization ... sh: 1: cannot create /dev/null: Permission denied\n' +
      'child process exited with exit code 2\ninitdb: removing contents of data directory "/data"\n',
    'performing post-bootstrap initialization ... sh: 1: cannot create /dev/null: Permission denied',
  ],
  ['of a library that is missing', 'postgres: error while loading shared libraries: libx.so\n', undefined],
  [
    'before a hint',
    '2026-11-22 UTC [1] FATAL:  bogus data in lock file\n2026-11-22 UTC [1] HINT:  remove it\n',
    'FATAL:  bogus data in lock file',
  ],
  ['of empty output', '', ''],
])('returns the line with the reason %s', (_, output, reason) => {
  expect(failureReason(output)).toBe(reason ?? output.trim());
});

it('names the log directory if the server writes the reason to its own log', () => {
  const output =
    '2026-11-22 UTC [1] LOG:  redirecting log output to logging collector process\n' +
    '2026-11-22 UTC [1] HINT:  Future log output will appear in directory "log".\n';
  expect(failureReason(output)).toBe('the reason is in the newest file of the directory "log" in the data directory');
});
