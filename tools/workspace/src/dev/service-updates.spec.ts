import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceUpdates } from './service-updates.mjs';

type Result = { compiled: number; errors: number; lines: string[] } | undefined;

const upToDate = { compiled: 0, errors: 0, lines: [] };
const compiled = { compiled: 1, errors: 0, lines: ['compiled'] };
const failed = { compiled: 0, errors: 1, lines: ['wrong type'] };

/** What happened, in order. */
let events: string[];
let transpilation: { written: number; isComplete: boolean };
/** Ends the running check, or undefined if none runs. */
let finish: ((result: Result) => void) | undefined;
let updates: ServiceUpdates;

const service = {
  isRunning: false,
  hasStarted: false,
  prepare: () => undefined,
  restart() {
    events.push('restart');
    this.isRunning = this.hasStarted = true;
    return Promise.resolve();
  },
};

const typeCheck = {
  check() {
    events.push('check');
    return new Promise<Result>((resolve) => (finish = resolve));
  },
  cancel() {
    if (finish) events.push('cancel');
    finish?.(undefined);
    finish = undefined;
    return Promise.resolve();
  },
};

beforeEach(async () => {
  events = [];
  transpilation = { written: 1, isComplete: true };
  finish = undefined;
  service.isRunning = service.hasStarted = false;
  updates = new ServiceUpdates({
    service,
    typeCheck,
    transpile: (paths) => {
      events.push(`transpile ${[...paths].join(' ')}`);
      return Promise.resolve(transpilation);
    },
    openDatabase: () => Promise.resolve(),
    note: (line) => events.push(line),
    now: () => 10_000,
  });
  await updates.update();
});

/** Lets the check end, and waits until the updates have handled its result. */
async function endCheck(result: Result): Promise<void> {
  finish!(result);
  finish = undefined;
  await new Promise((resolve) => setImmediate(resolve));
}

/** Starts the service, and forgets what happened. */
async function start(): Promise<void> {
  await endCheck(upToDate);
  events = [];
}

async function save(path: string): Promise<void> {
  updates.add(path);
  await updates.update();
}

it('compiles before the first start, and does not transpile', async () => {
  await endCheck(compiled);
  expect(events).toEqual(['check', 'compiled', 'restart']);
});

it('does not start the service while there are errors', async () => {
  await endCheck(failed);
  expect(events).toEqual(['check', 'wrong type', 'The next change of a source compiles it again.']);
});

describe('after the start', () => {
  beforeEach(start);

  it('restarts the service before it checks the types, and does not wait for the check', async () => {
    await save('a.ts');
    expect(events).toEqual(['transpile a.ts', 'restart', 'Ready 0.0 s after the change', 'check']);
    await endCheck(compiled);
    expect(events.slice(4)).toEqual(['compiled']);
  });

  it('ends a running check at a newer change, and does not print its messages', async () => {
    await save('a.ts');
    events = [];
    await save('b.ts');
    expect(events).toEqual(['cancel', 'transpile a.ts b.ts', 'restart', 'Ready 0.0 s after the change', 'check']);
    await endCheck(failed);
    expect(events.slice(5)).toEqual(['wrong type', 'The service runs the changed code in spite of the errors.']);
  });

  it('does not print the messages of a check that ends after a newer change', async () => {
    await save('a.ts');
    events = [];
    updates.add('b.ts');
    await endCheck(failed);
    expect(events).toEqual([]);
    await updates.update();
    expect(events[0]).toBe('transpile a.ts b.ts');
  });

  it('transpiles only newer changes after a check that has ended', async () => {
    await save('a.ts');
    await endCheck(failed);
    events = [];
    await save('b.ts');
    expect(events[0]).toBe('transpile b.ts');
  });

  it('does not restart the service if the JavaScript is the same', async () => {
    transpilation = { written: 0, isComplete: true };
    await save('a.ts');
    await endCheck(compiled);
    expect(events).toEqual(['transpile a.ts', 'check', 'compiled']);
  });

  it('compiles first if the output is not known without the compiler', async () => {
    transpilation = { written: 0, isComplete: false };
    await save('deleted.ts');
    expect(events).toEqual(['transpile deleted.ts', 'check']);
    await endCheck(compiled);
    expect(events.slice(2)).toEqual(['compiled', 'restart', 'Ready 0.0 s after the change']);
  });

  it('restarts the service although an ended check has compiled everything', async () => {
    transpilation = { written: 0, isComplete: false };
    await save('deleted.ts');
    await save('deleted.ts');
    events = [];
    await endCheck(upToDate);
    expect(events).toEqual(['restart', 'Ready 0.0 s after the change']);
  });

  it('lets the service continue if the compiler reports an error first', async () => {
    transpilation = { written: 0, isComplete: false };
    await save('broken.ts');
    await endCheck(failed);
    expect(events.slice(2)).toEqual(['wrong type', 'The service continues with the last version.']);
  });

  it('does nothing after its end', async () => {
    await updates.stop();
    await save('a.ts');
    expect(events).toEqual([]);
  });
});

it('measures the time from the first change to the service that is ready', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'updates-'));
  try {
    await start();
    for (const [name, seconds] of [
      ['first.ts', 8.25],
      ['second.ts', 9],
    ] as const) {
      writeFileSync(join(directory, name), '');
      utimesSync(join(directory, name), seconds, seconds);
      updates.add(join(directory, name));
    }
    await updates.update();
    expect(events).toContain('Ready 1.8 s after the change');
  } finally {
    rmSync(directory, { recursive: true });
  }
});

it('does not report a service that has ended as ready', async () => {
  await start();
  jest.spyOn(service, 'restart').mockImplementationOnce(() => {
    service.isRunning = false;
    return Promise.resolve();
  });
  await save('a.ts');
  expect(events.join()).not.toContain('Ready');
});
