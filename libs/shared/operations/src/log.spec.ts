import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { serializeError, terminalLog, type Log } from './log.ts';

describe('serializeError', () => {
  const frames = `
    at connect (file:///srv/petstore/node_modules/pg/lib/client.js:1:2)
    at listen (file:///srv/petstore/node_modules/@nestjs/core/nest-application.js:3:4)
    at Object.<anonymous> (/srv/petstore/node_modules/@nestjs/common/index.js:7:8)`;

  it.each([
    'connect ECONNREFUSED 127.0.0.1:1',
    'cannot open postgresql://ann:hunter2@db.example/pets',
    'cannot open "postgresql://ann:hun@ter2@db.example/pets"',
    'cannot open host=db password = hunter2',
    "cannot open host=db password='hunter2 hunter2' dbname=pets",
  ])('keeps every frame of the stack and removes the password: %s', (message) => {
    const error = Object.assign(new Error(message), { stack: `Error: ${message}${frames}` });
    const { message: logged, stack } = serializeError(error) as Error;
    expect(stack).toContain(frames);
    expect(`${logged} ${stack}`).not.toMatch(/hunter2|hun@|ter2/);
  });

  it('keeps the text before and after a URL', () => {
    const { message } = serializeError(
      new Error('no answer from postgresql://ann:hunter2@db.example/pets after 1 s'),
    ) as Error;
    expect(message).toBe('no answer from postgresql://…@db.example/pets after 1 s');
  });
});

describe('the log in a terminal', () => {
  /** Returns the text that `write` prints, with `[09:08:07]` as every time of day. */
  async function screenOf(write: (log: Log) => void): Promise<string> {
    const screen = new PassThrough();
    write(await terminalLog(screen, 'debug'));
    const [text] = (await once(screen.setEncoding('utf8'), 'data')) as [string];
    return text.replaceAll(/\[\d{2}:\d{2}:\d{2}\]/g, '[09:08:07]');
  }

  it('has one line for a request, without ids and addresses', async () => {
    const line = { requestId: 'a', method: 'GET', route: '/v1/pets', status: 200, duration: 3.14, client: '192.0.2.1' };
    const members = '{"method":"GET","route":"/v1/pets","status":200,"duration":3.14}';
    expect(await screenOf((log) => log.info(line, 'request'))).toBe(`[09:08:07] INFO: request ${members}\n`);
  });

  it('has the stacks of an error, of its cause and of the errors of an AggregateError', async () => {
    const errorWith = (stack: string) => Object.assign(new Error('gone'), { stack });
    const error = Object.assign(errorWith('Error: gone\n    at find'), {
      cause: errorWith('Error: refused\n    at pg'),
    });
    const screen = await screenOf((log) => log.error({ err: new AggregateError([error]) }, 'request failed'));
    expect(screen).toMatch(/^\[09:08:07\] ERROR: request failed ?\n/);
    for (const frame of ['at find', 'caused by: Error: refused', 'at pg']) expect(screen).toContain(frame);
  });

  it.each([
    ['the message', (text: string) => ({ text, err: undefined })],
    ['an error', (text: string) => ({ text: 'failed', err: new Error(text) })],
    ['a stack', (text: string) => ({ text: 'failed', err: Object.assign(new Error(), { stack: text }) })],
    ['a member', (text: string) => ({ text: 'failed', details: [text] })],
  ])('has no control characters of %s', async (_, createEvent) => {
    const { text, ...members } = createEvent('a\x1b[2Jb\x9b31mc\x07d\x7fe\u202ef\rg\nh');
    const screen = await screenOf((log) => log.error(members, text));
    expect(screen.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(screen).toMatch(/a\\{1,2}u001b\[2Jb\\{1,2}u009b31mc/);
    // Text after a line feed cannot be mistaken for another line of the log, because those begin with the time.
    expect(screen.trimEnd().split('\n').slice(1)).not.toContainEqual(expect.stringMatching(/^\S/));
  });
});
