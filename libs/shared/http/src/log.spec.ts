import { spawnSync } from 'node:child_process';
import fs, { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logTo, serializeError, type Log } from './log.ts';
import { LogDestination, maxBufferedBytes } from './log-destination.ts';
import { terminalDestination } from './terminal-format.ts';

describe('LogDestination', () => {
  /** Milliseconds, longer than the interval between two attempts of the destination. */
  const nextTry = 100;
  /** Lines of 1,024 bytes that the buffer holds. */
  const capacity = Math.floor(maxBufferedBytes / 1_024);
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });

  let folder: string;
  let reports: number[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'petstore-log-'));
    reports = [];
    jest.useFakeTimers({ doNotFake: ['performance'] });
  });

  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  const destinationOn = (descriptor: number) => new LogDestination(descriptor, (dropped) => reports.push(dropped));
  const numberedLines = (count: number) =>
    Array.from({ length: count }, (_, index) => `${String(index).padEnd(1_023, '.')}\n`);

  function fillDisk() {
    return jest.spyOn(fs, 'writeSync').mockImplementation(() => {
      throw full;
    });
  }

  function openFile() {
    const file = join(folder, 'log');
    return { destination: destinationOn(openSync(file, 'w')), written: () => readFileSync(file, 'utf8') };
  }

  it('writes each line immediately', () => {
    const { destination, written } = openFile();
    destination.write('a\n');
    expect(written()).toBe('a\n');
    destination.write('b\n');
    expect(written()).toBe('a\nb\n');
  });

  it('writes all lines, complete and in order, after the disk was full for a short time', () => {
    const { destination, written } = openFile();
    const { writeSync } = fs;
    // The disk takes a part of the first line before it is full.
    const disk = fillDisk().mockImplementationOnce((fd, text) => writeSync(fd, String(text).slice(0, 4)));
    destination.write('first\n');
    destination.write('second\n');
    jest.advanceTimersByTime(nextTry);
    expect(written()).toBe('firs');
    disk.mockRestore();
    jest.advanceTimersByTime(nextTry);
    expect(written()).toBe('first\nsecond\n');
    expect([destination.droppedLines, reports]).toEqual([0, []]);
  });

  it('drops, counts and reports whole lines while the disk is full and its buffer too', () => {
    const { destination, written } = openFile();
    const disk = fillDisk();
    const lines = numberedLines(10_000);
    for (const line of lines) destination.write(line);
    expect([destination.droppedLines, reports]).toEqual([10_000 - capacity, []]);
    disk.mockRestore();
    jest.advanceTimersByTime(nextTry);
    expect(reports).toEqual([10_000 - capacity]);
    destination.write('after\n');
    expect(written()).toBe([...lines.slice(0, capacity), 'after\n'].join(''));
    expect(destination.droppedLines).toBe(10_000 - capacity);
  });

  it('does not delay the exit of the process while the disk is full', () => {
    const { destination } = openFile();
    const disk = fillDisk();
    destination.write('a\n');
    destination.flush(60_000);
    expect(disk).toHaveBeenCalledTimes(2);
  });

  describe('on a pipe', () => {
    let reader: number;
    let destination: LogDestination;
    const openReader = () => openSync(join(folder, 'pipe'), constants.O_RDONLY | constants.O_NONBLOCK);

    beforeEach(() => {
      const fifo = join(folder, 'pipe');
      expect(spawnSync('mkfifo', [fifo]).status).toBe(0);
      reader = openReader();
      destination = destinationOn(openSync(fifo, constants.O_WRONLY | constants.O_NONBLOCK));
    });

    afterEach(() => closeSync(reader));

    /** Reads the bytes that are in the pipe now. */
    function read(): string {
      const [chunks, chunk] = [[] as Buffer[], Buffer.alloc(65_536)];
      try {
        for (let length; (length = readSync(reader, chunk)) > 0;) chunks.push(Buffer.from(chunk.subarray(0, length)));
      } catch (error) {
        expect(error).toMatchObject({ code: 'EAGAIN' });
      }
      return Buffer.concat(chunks).toString();
    }

    /** Reads until the pipe stays empty. The destination refills it after each read. */
    function readAll(): string {
      let text = '';
      for (let part; (part = read()) !== '';) {
        text += part;
        jest.advanceTimersByTime(nextTry);
      }
      return text;
    }

    it('neither blocks nor loses lines during a short pause of the reader', () => {
      const lines = numberedLines(1_000);
      for (const line of lines) destination.write(line);
      expect(readAll()).toBe(lines.join(''));
      expect(destination.droppedLines).toBe(0);
    });

    it('drops whole lines during a long pause of the reader, and then writes again', () => {
      const lines = numberedLines(10_000);
      for (const line of lines) destination.write(line);
      const { droppedLines } = destination;
      expect(droppedLines).toBeGreaterThan(1_000);
      expect(readAll()).toBe(lines.slice(0, 10_000 - droppedLines).join(''));
      expect(reports).toEqual([droppedLines]);
      destination.write('after\n');
      expect(read()).toBe('after\n');
    });

    it('delivers complete lines to a new reader after the first one has closed the pipe', () => {
      const lines = numberedLines(200);
      for (const line of lines) destination.write(line);
      closeSync(reader);
      destination.write('between\n');
      jest.advanceTimersByTime(nextTry);
      reader = openReader();
      jest.advanceTimersByTime(nextTry);
      destination.write('after\n');
      expect(readAll()).toBe(`${lines.join('')}between\nafter\n`);
    });

    it('delays the exit of the process at most for the timeout if the log is not read', () => {
      for (const line of numberedLines(1_000)) destination.write(line);
      destination.flush(30);
      expect(read()).not.toBe('');
    });
  });
});

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
  function screenOf(write: (log: Log) => void): string {
    let text = '';
    write(logTo(terminalDestination({ write: (part) => void (text += part) }, { colorize: false }), 'debug'));
    return text.replaceAll(/\[\d{2}:\d{2}:\d{2}\]/g, '[09:08:07]');
  }

  it('has one line for a request, without ids and addresses', () => {
    const line = { requestId: 'a', method: 'GET', route: '/v1/pets', status: 200, duration: 3.14, client: '192.0.2.1' };
    const members = '{"method":"GET","route":"/v1/pets","status":200,"duration":3.14}';
    expect(screenOf((log) => log.info(line, 'request'))).toBe(`[09:08:07] INFO: request ${members}\n`);
  });

  it('has the stacks of an error, of its cause and of the errors of an AggregateError', () => {
    const errorWith = (stack: string) => Object.assign(new Error('gone'), { stack });
    const error = Object.assign(errorWith('Error: gone\n    at find'), {
      cause: errorWith('Error: refused\n    at pg'),
    });
    const screen = screenOf((log) => log.error({ err: new AggregateError([error]) }, 'request failed'));
    expect(screen).toMatch(/^\[09:08:07\] ERROR: request failed ?\n/);
    for (const frame of ['at find', 'caused by: Error: refused', 'at pg']) expect(screen).toContain(frame);
  });

  it.each([
    ['the message', (text: string) => ({ text, err: undefined })],
    ['an error', (text: string) => ({ text: 'failed', err: new Error(text) })],
    ['a stack', (text: string) => ({ text: 'failed', err: Object.assign(new Error(), { stack: text }) })],
    ['a member', (text: string) => ({ text: 'failed', details: [text] })],
  ])('has no control characters of %s', (_, createEvent) => {
    const { text, ...members } = createEvent('a\x1b[2Jb\x9b31mc\x07d\x7fe\u202ef\rg\nh');
    const screen = screenOf((log) => log.error(members, text));
    expect(screen.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(screen).toMatch(/a\\{1,2}u001b\[2Jb\\{1,2}u009b31mc/);
    // Text after a line feed cannot be mistaken for another line of the log, because those begin with the time.
    expect(screen.trimEnd().split('\n').slice(1)).not.toContainEqual(expect.stringMatching(/^\S/));
  });
});
