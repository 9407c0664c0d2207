import { setTimeout as delay } from 'node:timers/promises';
import { Client, type Answer } from '../driver/client.ts';
import { onStage } from './on-stage.ts';
import type { Row } from './row.ts';

/** Milliseconds from the revocation on that a key may still be believed, and for the clocks of this row. */
const longestBelief = 1_000;
const slack = 250;

export const keysRevoked: Row = {
  name: 'keys-revoked',
  fault:
    'keys are revoked while two instances serve and lose their connections: refused everywhere after 1 s, for ever',
  run: (trial) =>
    onStage(async (stage) => {
      const key = await stage.issueKey();
      const instances = [await stage.start(), await stage.start()];
      const targets = instances.map(({ address }) => ({ address, key }));
      const load = stage.load(targets);
      await load.answers(trial.enough);
      let latest = 0;
      for (let round = 0; round < trial.rounds(5); round++) {
        const doomed = await stage.issueKey(`doomed ${round}`);
        const clients = targets.map(({ address }) => new Client(address, doomed));
        const answers: Answer[] = [];
        let isOver = false;
        const asking = clients.map(async (client) => {
          while (!isOver) answers.push(await client.send('GET', '/v1/pets?limit=1'));
        });
        await delay(500);
        await stage.petstore('keys', 'revoke', publicIdOf(await stage.petstore('keys', 'list'), `doomed ${round}`));
        const revoked = performance.now();
        for (let cut = 0; cut < 5; cut++) {
          await delay(500);
          await stage.postgres.cutConnections();
        }
        isOver = true;
        await Promise.all(asking);
        for (const client of clients) {
          const { status } = await lastWord(client);
          trial.require(status === 401, `it was answered ${status} in the end`);
          client.close();
        }
        // It counts when a request was sent, not when its answer was there.
        const accepted = answers.filter(({ status }) => status === 200);
        latest = Math.max(latest, ...accepted.map(({ at, milliseconds }) => at - milliseconds - revoked));
      }
      trial.require(
        latest <= longestBelief + slack,
        `a revoked key was accepted that was sent ${Math.round(latest)} ms later`,
      );
      trial.note(`a revoked key was accepted when it was sent up to ${Math.round(latest)} ms later`);
      await load.end();
      return trial.figuresOf(load, await stage.judge(targets[0]!), {});
    }),
};

/** What it is answered when its key can be checked. */
async function lastWord(client: Client): Promise<Answer> {
  for (;;) {
    const answer = await client.send('GET', '/v1/pets?limit=1');
    if (answer.status !== 503) return answer;
  }
}

/** The public id of the key with this name, in what `keys list` prints. */
export function publicIdOf(list: string, name: string): string {
  const line = list.split('\n').find((each) => each.split('\t').includes(name));
  if (!line) throw new Error(`no key ${name} is listed`);
  return line.split('\t')[0]!;
}
