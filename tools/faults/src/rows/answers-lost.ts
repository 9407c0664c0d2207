import { errorResponse, succeeded, WireProxy, type Replacement } from '@petstore/database/testing';
import { onStage } from './on-stage.ts';
import type { Row } from './row.ts';

const none = Buffer.alloc(0);

/** What comes in the place of PostgreSQL's answer, after the commit. */
const faults: readonly Replacement[] = [
  { bytes: errorResponse('PANIC', '58030', 'could not fsync file'), then: 'ended' },
  { bytes: errorResponse('PANIC', '53100', 'no space left on device'), then: 'ended' },
  { bytes: errorResponse('FATAL', '57P01', 'terminating connection'), then: 'ended' },
  { bytes: errorResponse('FATALE', '57P01', 'chiusura della connessione'), then: 'ended' },
  { bytes: Buffer.from('\x01\0\0\0\x08\0\0\0\0'), then: 'ended' },
  { bytes: none, then: 'reset' },
];

/** Every so many answers one is replaced. */
const every = 10;

export const answersLost: Row = {
  name: 'answers-lost',
  fault:
    'after the commit, the answer of PostgreSQL is replaced by PANIC, FATAL, garbage or a reset: none stored twice',
  run: (trial) =>
    onStage(async (stage) => {
      const key = await stage.issueKey();
      const proxy = await WireProxy.before(stage.postgres.url);
      try {
        const { address } = await stage.start({}, { DATABASE_URL: proxy.through(stage.postgres.url) });
        const load = stage.load([{ address, key }], 64);
        await load.answers(trial.enough);
        let [answers, lost] = [0, 0];
        proxy.replace = (answer) => {
          if (!succeeded(answer, 'SELECT') || ++answers % every !== 0) return undefined;
          return faults[lost++ % faults.length];
        };
        for (let round = 0; round < trial.rounds(10); round++) await load.answers(trial.enough);
        proxy.replace = () => undefined;
        await load.answers(trial.enough);
        await load.end();
        trial.note(`${lost} answers lost`);
        return trial.figuresOf(load, await stage.judge({ address, key }), {});
      } finally {
        proxy.close();
      }
    }),
};
