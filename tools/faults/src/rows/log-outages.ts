import { closeSync, existsSync, openSync } from 'node:fs';
import { freePorts } from '@petstore/processes';
import type { Environment } from '../environment/environment.ts';
import { NamedPipe } from '../environment/named-pipe.ts';
import { withEnvironment } from '../environment/with-environment.ts';
import type { FaultRun } from '../fault-run.ts';
import { LogOutage } from './log-outage.ts';
import type { Row } from './row.ts';

export const logFull: Row = {
  name: 'log-full',
  fault: 'standard output is a full disk from the start: the service starts, serves and counts dropped lines',
  skipReason: () => (existsSync('/dev/full') ? undefined : 'there is no /dev/full'),
  execute: (run) =>
    withEnvironment(async (environment) => {
      const full = openSync('/dev/full', 'w');
      try {
        const outage = await outageOn(full, run, environment);
        await outage.requireServiceDuringOutage();
        return await outage.end();
      } finally {
        closeSync(full);
      }
    }),
};

export const logUnread: Row = {
  name: 'log-unread',
  fault: 'the reader of standard output, a pipe, stops reading: requests succeed, and the log resumes when it is read',
  execute: (run) =>
    withPipe(async (environment, pipe) => {
      const outage = await outageOn(pipe.writer, run, environment);
      pipe.makeBlocking();
      await outage.requireServiceDuringOutage();
      await outage.requireResumed(pipe.read());
      return outage.end();
    }),
};

export const logUnreadSocket: Row = {
  name: 'log-unread-socket',
  fault: 'as log-unread, with a socket, which journald uses: requests succeed',
  execute: (run) =>
    withEnvironment(async (environment) => {
      const key = await environment.issueKey();
      const [metricsPort = ''] = await freePorts(1);
      const instance = await environment.start({ METRICS_PORT: metricsPort });
      instance.isLogRead = false;
      const outage = new LogOutage(run, environment, instance, key, metricsPort);
      await outage.requireServiceDuringOutage();
      instance.isLogRead = true;
      return outage.end();
    }),
};

export const logReaderGone: Row = {
  name: 'log-reader-gone',
  fault:
    'the reader of standard output closes the pipe, and another one opens it: requests succeed, and the log resumes',
  execute: (run) =>
    withPipe(async (environment, pipe) => {
      const outage = await outageOn(pipe.writer, run, environment);
      pipe.closeReader();
      await outage.requireServiceDuringOutage();
      pipe.reopenReader();
      await outage.requireResumed(pipe.read());
      return outage.end();
    }),
};

/** Starts an instance under load. @param descriptor file descriptor of its standard output */
async function outageOn(descriptor: number, run: FaultRun, environment: Environment): Promise<LogOutage> {
  const key = await environment.issueKey();
  const [port = '', metricsPort = ''] = await freePorts(2);
  const instance = await environment.startWithOutput(descriptor, { PORT: port, METRICS_PORT: metricsPort });
  return new LogOutage(run, environment, instance, key, metricsPort);
}

function withPipe<T>(execute: (environment: Environment, pipe: NamedPipe) => Promise<T>): Promise<T> {
  return withEnvironment(async (environment) => {
    const pipe = new NamedPipe();
    try {
      return await execute(environment, pipe);
    } finally {
      pipe.remove();
    }
  });
}
