import { closeSync, existsSync, openSync } from 'node:fs';
import { freePorts } from '@petstore/processes';
import { NamedPipe } from '../stage/named-pipe.ts';
import type { Stage } from '../stage/stage.ts';
import type { Trial } from '../trial.ts';
import { LogOutage } from './log-outage.ts';
import { onStage } from './on-stage.ts';
import type { Row } from './row.ts';

export const logFull: Row = {
  name: 'log-full',
  fault: 'standard output is a full disk from the start: the service starts, serves and counts the lines it drops',
  hindrance: () => (existsSync('/dev/full') ? undefined : 'there is no /dev/full'),
  run: (trial) =>
    onStage(async (stage) => {
      const full = openSync('/dev/full', 'w');
      try {
        const outage = await outageOn(full, trial, stage);
        await outage.serveUnwritable();
        return await outage.end();
      } finally {
        closeSync(full);
      }
    }),
};

export const logUnread: Row = {
  name: 'log-unread',
  fault: 'the reader of standard output, a pipe, stops reading: requests go on, and so does the log when it is read',
  run: (trial) =>
    onPipe(async (stage, pipe) => {
      const outage = await outageOn(pipe.writer, trial, stage);
      pipe.share();
      await outage.serveUnwritable();
      await outage.requireResumed(pipe.read());
      return outage.end();
    }),
};

export const logUnreadSocket: Row = {
  name: 'log-unread-socket',
  fault: 'the same with a socket, as journald has it: requests go on',
  run: (trial) =>
    onStage(async (stage) => {
      const key = await stage.issueKey();
      const [metricsPort = ''] = await freePorts(1);
      const instance = await stage.start({ METRICS_PORT: metricsPort });
      instance.isLogRead = false;
      const outage = new LogOutage(trial, stage, instance, key, metricsPort);
      await outage.serveUnwritable();
      instance.isLogRead = true;
      return outage.end();
    }),
};

export const logReaderGone: Row = {
  name: 'log-reader-gone',
  fault: 'the reader of standard output goes away, and another one comes: requests go on, and then the log does',
  run: (trial) =>
    onPipe(async (stage, pipe) => {
      const outage = await outageOn(pipe.writer, trial, stage);
      pipe.closeReader();
      await outage.serveUnwritable();
      pipe.reopenReader();
      await outage.requireResumed(pipe.read());
      return outage.end();
    }),
};

/** @param descriptor what the instance writes its log to */
async function outageOn(descriptor: number, trial: Trial, stage: Stage): Promise<LogOutage> {
  const key = await stage.issueKey();
  const [port = '', metricsPort = ''] = await freePorts(2);
  const instance = await stage.startWithOutput(descriptor, { PORT: port, METRICS_PORT: metricsPort });
  return new LogOutage(trial, stage, instance, key, metricsPort);
}

function onPipe<T>(work: (stage: Stage, pipe: NamedPipe) => Promise<T>): Promise<T> {
  return onStage(async (stage) => {
    const pipe = new NamedPipe();
    try {
      return await work(stage, pipe);
    } finally {
      pipe.remove();
    }
  });
}
