import { spawnSync } from 'node:child_process';
import fs, { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LogDestination, maxBufferedBytes } from './log-destination.ts';

/** Milliseconds, longer than the interval between two attempts of the destination. */
const nextTry = 100;

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

/** Returns numbered lines of 1,024 bytes. */
const lines = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `${String(from + index).padEnd(1_023, '.')}\n`);

describe('a file', () => {
  const failure = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  let file: string;
  let destination: LogDestination;

  beforeEach(() => {
    file = join(folder, 'log');
    destination = destinationOn(openSync(file, 'w'));
  });

  const written = () => readFileSync(file, 'utf8');

  it('contains each line immediately', () => {
    destination.write('a\n');
    expect(written()).toBe('a\n');
    destination.write('b\n');
    expect(written()).toBe('a\nb\n');
  });

  it('contains all lines, complete and in order, after the disk was full for a short time', () => {
    const { writeSync } = fs;
    const full = jest.spyOn(fs, 'writeSync').mockImplementation(() => {
      throw failure;
    });
    // The disk takes a part of the first line before it is full.
    full.mockImplementationOnce((descriptor, text) => writeSync(descriptor, String(text).slice(0, 4)));
    destination.write('first\n');
    destination.write('second\n');
    jest.advanceTimersByTime(nextTry);
    expect(written()).toBe('firs');
    full.mockRestore();
    jest.advanceTimersByTime(nextTry);
    expect(written()).toBe('first\nsecond\n');
    expect([destination.droppedLines, reports]).toEqual([0, []]);
  });

  it('lacks whole lines after the disk was full for a long time, and the destination counts and reports them', () => {
    const full = jest.spyOn(fs, 'writeSync').mockImplementation(() => {
      throw failure;
    });
    const all = lines(10_000);
    for (const line of all) destination.write(line);
    const buffered = Math.floor(maxBufferedBytes / 1_024);
    expect(destination.droppedLines).toBe(10_000 - buffered);
    // One call of `write` with two lines drops two lines.
    destination.write('a\nb\n');
    expect([destination.droppedLines, reports]).toEqual([10_002 - buffered, []]);
    full.mockRestore();
    jest.advanceTimersByTime(nextTry);
    expect(reports).toEqual([10_002 - buffered]);
    destination.write('after\n');
    expect(written()).toBe([...all.slice(0, buffered), 'after\n'].join(''));
    expect(destination.droppedLines).toBe(10_002 - buffered);
  });

  it('does not delay the exit of the process while the disk is full', () => {
    const full = jest.spyOn(fs, 'writeSync').mockImplementation(() => {
      throw failure;
    });
    destination.write('a\n');
    destination.flush(60_000);
    expect(full).toHaveBeenCalledTimes(2);
  });
});

describe('a pipe', () => {
  let fifo: string;
  let reader: number;
  let destination: LogDestination;

  beforeEach(() => {
    fifo = join(folder, 'pipe');
    expect(spawnSync('mkfifo', [fifo]).status).toBe(0);
    reader = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
    destination = destinationOn(openSync(fifo, constants.O_WRONLY | constants.O_NONBLOCK));
  });

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

  it('gets all lines after a short pause of the reader, and the pause does not block the process', () => {
    const all = lines(1_000);
    for (const line of all) destination.write(line);
    expect(readAll()).toBe(all.join(''));
    expect(destination.droppedLines).toBe(0);
  });

  it('lacks whole lines after a long pause of the reader, and gets lines again after it', () => {
    const all = lines(10_000);
    for (const line of all) destination.write(line);
    const { droppedLines } = destination;
    expect(droppedLines).toBeGreaterThan(1_000);
    expect(readAll()).toBe(all.slice(0, 10_000 - droppedLines).join(''));
    expect(reports).toEqual([droppedLines]);
    destination.write('after\n');
    expect(read()).toBe('after\n');
  });

  it('delivers complete lines to a new reader after the first reader has closed it', () => {
    const all = lines(200);
    for (const line of all) destination.write(line);
    closeSync(reader);
    destination.write('between\n');
    jest.advanceTimersByTime(nextTry);
    reader = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
    jest.advanceTimersByTime(nextTry);
    destination.write('after\n');
    expect(readAll()).toBe(`${all.join('')}between\nafter\n`);
  });

  it('delays the exit of the process at most for the timeout while no process reads it', () => {
    for (const line of lines(1_000)) destination.write(line);
    destination.flush(30);
    expect(read()).not.toBe('');
  });
});
