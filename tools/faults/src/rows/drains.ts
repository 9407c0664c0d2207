import { patientLimits } from '@petstore/processes';
import type { Heard, Load } from '../driver/load.ts';
import type { Stage } from '../stage/stage.ts';
import type { Instance } from '../stage/instance.ts';
import { wasLetIn, type Figures, type Trial } from '../trial.ts';
import { onStage } from './on-stage.ts';
import type { Row } from './row.ts';

/** Milliseconds until it has ended: a client's patience of 1 s, and what is in flight. */
const longestDrain = 4_000;

export const drains: Row = {
  name: 'drains',
  fault: 'SIGTERM under keep-alive load, 20 times: every request is answered, and the process ends with 0',
  run: (trial) =>
    onStage(async (stage) => {
      const key = await stage.issueKey();
      const loads: Load[] = [];
      let slowest = 0;
      // A stall of the disk is not this row's matter: it is to delay answers, and not to refuse them.
      const instance = await stage.start(patientLimits);
      for (let round = 0; round < trial.rounds(20); round++) {
        const load = stage.load([{ address: instance.address, key }]);
        loads.push(load);
        await load.answers(trial.enough);
        slowest = Math.max(slowest, await drain(trial, instance));
        const ending = load.end();
        await instance.startAgain();
        await ending;
      }
      trial.note(`the slowest drain took ${Math.round(slowest)} ms`);
      return figures(trial, stage, loads, { address: instance.address, key });
    }),
};

/** Answers how long it took, in milliseconds. */
async function drain(trial: Trial, instance: Instance): Promise<number> {
  const begun = performance.now();
  const exitCode = await instance.end('SIGTERM');
  const took = performance.now() - begun;
  trial.require(exitCode === 0, `it ended with ${exitCode}`);
  trial.require(took <= longestDrain, `a drain took ${Math.round(took)} ms`);
  return took;
}

async function figures(
  trial: Trial,
  stage: Stage,
  loads: readonly Load[],
  target: Parameters<Stage['judge']>[0],
): Promise<Figures> {
  const heard = loads.flatMap((load) => load.heard);
  const broken = heard.filter(isBroken);
  const turnedAway = heard.filter((each) => isNoAnswer(each) && !each.isKept && !isBroken(each));
  trial.require(
    broken.length === 0,
    `${broken.length} requests were broken: ${[...new Set(broken.map(tell))].join(', ')}`,
  );
  trial.require(turnedAway.length <= loads.length, `${turnedAway.length} new connections were reset`);
  trial.note(`${broken.length} broken; ${turnedAway.length} new connections reset while the door was being closed`);
  const verdict = await stage.judge(target);
  const longest = Math.max(...heard.map(({ milliseconds }) => milliseconds));
  return { requests: heard.filter(wasLetIn).length, ...verdict, longest };
}

/** A connection refused is none: whoever comes after the door was closed is told so, and nothing of theirs was begun. */
function isBroken(each: Heard): boolean {
  return (isNoAnswer(each) && each.isKept) || each.status >= 500;
}

function isNoAnswer(each: Heard): boolean {
  return each.status === 0 && wasLetIn(each);
}

function tell({ kind, status, code, milliseconds }: Heard): string {
  return `${kind} ${status} ${code} after ${Math.round(milliseconds)} ms`;
}
