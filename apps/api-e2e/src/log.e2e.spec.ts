import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { CheckedClient } from './support/checked-client.ts';
import type { Service } from './support/service.ts';
import { Database, petstore, processes, startService } from './support/test-file.ts';
import { workspace } from './support/workspace.ts';

let database: Database;

beforeAll(async () => {
  database = await Database.create();
  expect((await petstore(database.location, 'migrate')).exitCode).toBe(0);
});

/** Sends requests that the log shows, 100 at a time. */
async function sendRequests(service: Service, ids: readonly string[]): Promise<void> {
  const clients = Array.from({ length: 100 }, () => new CheckedClient(service, ''));
  const send = async (client: CheckedClient, from: number) => {
    for (let index = from; index < ids.length; index += clients.length) {
      const { status } = await client.send('GET', '/nothing', undefined, { 'X-Request-Id': ids[index]! });
      expect(status).toBe(404);
    }
  };
  await Promise.all(clients.map(send));
}

it('the service writes a line of JSON for each request before it exits', async () => {
  const service = await startService(database.location);
  const ids = Array.from({ length: 500 }, (_, index) => `request-${index}`);
  await sendRequests(service, ids);
  expect(await service.end('SIGTERM')).toBe(0);
  const logged = service.log.map(({ requestId }) => requestId);
  expect(logged.filter((id) => ids.includes(String(id))).sort()).toEqual(ids.sort());
});

describe('a process that logs', () => {
  const logFile = join(workspace, 'libs/shared/operations/dist/log.js');

  /** Runs a script that has `fs` and `createLog`. */
  function run(script: string, stdout: number | 'pipe') {
    const prologue = `import fs from 'node:fs'; import { createLog } from ${JSON.stringify(logFile)};`;
    const args = ['--input-type=module', '--eval', prologue + script];
    return processes.spawn(process.execPath, args, { stdio: ['ignore', stdout, 'inherit'] });
  }

  it.each(['ENOSPC', 'EPIPE', 'EAGAIN'])('ends if %s is the error of each write since its exit', async (code) => {
    const file = openSync(join(processes.directory, 'log'), 'w');
    const script = `
      const { log } = await createLog('info');
      process.prependListener('exit', () => {
        fs.writeSync = () => { throw Object.assign(new Error(), { code: '${code}' }); };
        for (let line = 0; line < 1000; line++) log.info('last');
      });
      log.info('first');
      process.exit(7);`;
    const child = run(script, file);
    closeSync(file);
    expect(await once(child, 'exit')).toEqual([7, null]);
  });

  it('counts the lines that it drops, and ends, if standard output has no reader', async () => {
    const script = `
      const { log, droppedLines } = await createLog('info');
      const text = 'x'.repeat(1000);
      for (let line = 0; line < 10_000; line++) {
        log.info(text);
        if (line % 100 === 0) await new Promise(setImmediate);
      }
      process.exit(droppedLines() > 0 ? 7 : 1);`;
    const child = run(script, 'pipe');
    child.stdout!.destroy();
    expect(await once(child, 'exit')).toEqual([7, null]);
  });
});
