import { errorResponse, type Replacement, succeeded, WireProxy } from '@petstore/database/testing';
import { withEnvironment } from '../environment/with-environment.ts';
import type { Row } from './row.ts';

/** Replacements for PostgreSQL's response after the commit, and the end of the connection. */
const replacements: readonly Replacement[] = [
  { bytes: errorResponse('PANIC', '58030', 'could not fsync file'), then: 'ended' },
  { bytes: errorResponse('PANIC', '53100', 'no space left on device'), then: 'ended' },
  { bytes: errorResponse('FATAL', '57P01', 'terminating connection'), then: 'ended' },
  { bytes: errorResponse('FATALE', '57P01', 'chiusura della connessione'), then: 'ended' },
  { bytes: Buffer.from('\x01\0\0\0\x08\0\0\0\0'), then: 'ended' },
  { bytes: Buffer.alloc(0), then: 'reset' },
];

/** The proxy replaces one of this many responses. */
const interval = 10;

export const answersLost: Row = {
  name: 'answers-lost',
  fault:
    'after the commit, the response of PostgreSQL is replaced by PANIC, FATAL, garbage or a reset: no pet stored twice',
  execute: (run) =>
    withEnvironment(async (environment) => {
      const key = await environment.issueKey();
      const proxy = await WireProxy.startFor(environment.postgres.url);
      try {
        const { address } = await environment.start({}, { DATABASE_URL: proxy.urlOf(environment.postgres.url) });
        const load = environment.load([{ address, key }], 64);
        await load.waitForSuccesses(run.successesPerRound);
        let [responses, replaced] = [0, 0];
        proxy.replace = (response) => {
          if (!succeeded(response, 'SELECT') || ++responses % interval !== 0) return undefined;
          return replacements[replaced++ % replacements.length];
        };
        for (let round = 0; round < run.rounds(10); round++) await load.waitForSuccesses(run.successesPerRound);
        proxy.replace = () => undefined;
        await load.waitForSuccesses(run.successesPerRound);
        await load.end();
        run.note(`${replaced} responses replaced`);
        return run.figuresOf(load, await environment.verify({ address, key }), {});
      } finally {
        proxy.close();
      }
    }),
};
