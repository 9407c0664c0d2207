import { DatabaseUnavailable } from '@petstore/database';
import { logTo } from '@petstore/telemetry/log/create-log';
import { requestMessage } from '@petstore/telemetry/log/request-line';
import { terminalDestination } from '@petstore/telemetry/log/terminal-format';

/** Returns the text that `write` prints in a terminal, with `09:08:07` as every time of day. */
function terminalOutput(write: (log: ReturnType<typeof logTo>) => void, colorize = false): string {
  let screen = '';
  write(
    logTo(
      terminalDestination((text) => (screen += text), { colorize }),
      'debug',
    ),
  );
  return screen.replaceAll(/\d{2}:\d{2}:\d{2}/g, '09:08:07');
}

const ids = { requestId: '01f23dba-d7dc-4eba-95a9-12e2f77bcb01', traceId: 'a'.repeat(32), parentId: 'b'.repeat(16) };
const successful = {
  ...ids,
  method: 'GET',
  route: '/v1/pets',
  status: 200,
  duration: 3.14,
  client: '192.0.2.1',
  apiKey: 'key_1',
};
const unauthorized = { ...successful, status: 401, code: 'missing_api_key', apiKey: undefined };

describe('the log line of a request in a terminal', () => {
  it.each([
    ['successful', successful, 'GET /v1/pets 200 3.1 ms key_1'],
    ['unauthorized', unauthorized, 'GET /v1/pets 401 3.1 ms missing_api_key'],
    ['aborted', { ...successful, status: undefined, aborted: true }, 'GET /v1/pets 3.1 ms key_1 client disconnected'],
    [
      'not parsed',
      { ...ids, route: 'unparsed', status: 400, code: 'malformed_request' },
      'unparsed 400 malformed_request',
    ],
  ])('is short: %s', (_, line, expected) => {
    expect(terminalOutput((log) => log.info(line, requestMessage))).toBe(`09:08:07 ${expected}\n`);
  });

  it('has a coloured status, and the colour ends with the line', () => {
    const screen = terminalOutput((log) => log.info(successful, requestMessage), true);
    expect(screen).toContain('GET /v1/pets \x1b[32m200\x1b[39m 3.1 ms');
    expect(screen).toMatch(/\x1b\[0m\n$/);
  });
});

describe('another log line in a terminal', () => {
  it('has its members on the lines below', () => {
    const screen = terminalOutput((log) => log.info({ address: 'http://127.0.0.1:1' }, 'metrics listening'));
    expect(screen).toBe('09:08:07 metrics listening\n    address: "http://127.0.0.1:1"\n');
  });

  it('shows its level unless it is info', () => {
    expect(terminalOutput((log) => log.warn('the embedded server has gone'))).toBe(
      '09:08:07 WARN the embedded server has gone\n',
    );
  });

  it('has the stack of an error and of its cause', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { stack: 'Error: connect ECONNREFUSED\n    at pg' });
    const error = Object.assign(new DatabaseUnavailable(cause), { stack: 'DatabaseUnavailable: gone\n    at find' });
    expect(terminalOutput((log) => log.error({ ...ids, err: error }, 'request failed'))).toBe(
      [
        '09:08:07 ERROR request failed',
        `    requestId: "${ids.requestId}"`,
        `    traceId: "${ids.traceId}"`,
        `    parentId: "${ids.parentId}"`,
        '    err: DatabaseUnavailable: gone',
        '        at find',
        '    caused by: Error: connect ECONNREFUSED',
        '        at pg',
        '',
      ].join('\n'),
    );
  });

  it('has all errors of an AggregateError', () => {
    const errors = [new Error('connect ECONNREFUSED ::1'), new Error('connect ECONNREFUSED 127.0.0.1')];
    const screen = terminalOutput((log) => log.error({ err: new AggregateError(errors) }, 'request failed'));
    for (const { message } of errors) expect(screen).toContain(`Error: ${message}`);
  });

  it.each([
    ['the message', (text: string) => ({ text, err: undefined })],
    ['an error', (text: string) => ({ text: 'failed', err: new Error(text) })],
    ['a stack', (text: string) => ({ text: 'failed', err: Object.assign(new Error(), { stack: text }) })],
    ['a member', (text: string) => ({ text: 'failed', details: [text] })],
  ])('escapes control characters in %s', (_, createEvent) => {
    const { text, ...members } = createEvent('a\x1b[2Jb\x9b31mc\x07d\x7fe\u202ef\rg\nh');
    const screen = terminalOutput((log) => log.error(members, text));
    expect(screen.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(screen).toMatch(/a\\{1,2}u001b\[2Jb\\{1,2}u009b31mc/);
    // Text after a line feed cannot be mistaken for an event, because an event begins with the time.
    expect(screen.trimEnd().split('\n').slice(1)).not.toContainEqual(expect.stringMatching(/^\S/));
  });
});
