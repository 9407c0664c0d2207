import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { RestartableProcess } from './restartable-process.mjs';

jest.mock('node:child_process');

/** A process that ignores SIGTERM. */
class StubbornProcess extends EventEmitter {
  readonly signals: string[] = [];
  send = () => void setImmediate(() => this.emit('message', 'ready'));

  kill(signal: string): void {
    this.signals.push(signal);
    this.emit('signal');
    if (signal === 'SIGKILL') this.emit('exit', null, signal);
  }
}

let processes: StubbornProcess[];
let service: RestartableProcess;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  processes = [];
  jest.mocked(spawn).mockImplementation(() => {
    const child = new StubbornProcess();
    processes.push(child);
    return child as never;
  });
  service = new RestartableProcess('main.js', [], {}, undefined, () => undefined);
});

afterEach(() => jest.useRealTimers());

/** Expects that the first process gets SIGKILL this many milliseconds after SIGTERM. */
async function expectKillAfter(milliseconds: number, end: () => Promise<void>): Promise<void> {
  await service.restart();
  const [{ signals }] = processes as [StubbornProcess];
  const terminated = once(processes[0]!, 'signal');
  const ended = end();
  await terminated;
  jest.advanceTimersByTime(milliseconds - 1);
  expect(signals).toEqual(['SIGTERM']);
  jest.advanceTimersByTime(1);
  expect(signals).toEqual(['SIGTERM', 'SIGKILL']);
  await ended;
}

it('kills a process that has not stopped 0.2 s after a restart began', async () => {
  await expectKillAfter(200, () => service.restart());
  expect(service.isRunning).toBe(true);
});

it('kills a process that has not stopped 5 s after the end began', () => expectKillAfter(5_000, () => service.stop()));

it('waits at a restart until the program reports that it is ready', async () => {
  await service.restart();
  const restart = service.restart();
  let isReady = false;
  void restart.then(() => (isReady = true));
  service.prepare();
  const next = processes[1]!;
  next.send = () => undefined;
  processes[0]!.kill('SIGKILL');
  await new Promise((resolve) => setImmediate(resolve));
  expect(isReady).toBe(false);
  next.emit('message', 'ready');
  await restart;
});
