import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientResponse, listPets } from '@petstore/driver';
import { withEnvironment } from '../environment/with-environment.ts';
import type { Row } from './row.ts';

/** Maximum milliseconds for which the service caches a verified key. */
const keyCacheTtl = 1_000;
/** Tolerance of this measurement in milliseconds. */
const tolerance = 250;

export const keysRevoked: Row = {
  name: 'keys-revoked',
  fault:
    'keys are revoked while two instances serve and lose their connections: both refuse them after 1 s, permanently',
  execute: (run) =>
    withEnvironment(async (environment) => {
      const key = await environment.issueKey();
      const instances = [await environment.start(), await environment.start()];
      const targets = instances.map(({ address }) => ({ address, key }));
      const load = environment.load(targets);
      await load.waitForSuccesses(run.successesPerRound);
      let latestAccepted = 0;
      for (let round = 0; round < run.rounds(5); round++) {
        const revoked = await environment.issueKey(`revoked ${round}`);
        const clients = targets.map(({ address }) => new Client(address, revoked));
        const responses: ClientResponse[] = [];
        let isEnding = false;
        const sending = clients.map(async (client) => {
          while (!isEnding) responses.push(await client.send(listPets({ limit: 1 })));
        });
        await delay(500);
        await environment.petstore(
          'keys',
          'revoke',
          publicIdOf(await environment.petstore('keys', 'list'), `revoked ${round}`),
        );
        const revokedAt = performance.now();
        for (let cut = 0; cut < 5; cut++) {
          await delay(500);
          await environment.postgres.terminateConnections();
        }
        isEnding = true;
        await Promise.all(sending);
        for (const client of clients) {
          const { status } = await finalResponse(client);
          run.require(status === 401, `the revoked key got ${status} in the end`);
          client.close();
        }
        // The time at which the client sent the request counts, not the time of the response.
        const accepted = responses.filter(({ status }) => status === 200);
        latestAccepted = Math.max(
          latestAccepted,
          ...accepted.map(({ at, milliseconds }) => at - milliseconds - revokedAt),
        );
      }
      run.require(
        latestAccepted <= keyCacheTtl + tolerance,
        `a revoked key was accepted in a request sent ${Math.round(latestAccepted)} ms after the revocation`,
      );
      run.note(
        `a revoked key was accepted in requests sent up to ${Math.round(latestAccepted)} ms after the revocation`,
      );
      await load.end();
      return run.figuresOf(load, await environment.verify(targets[0]!), {});
    }),
};

/** Repeats the request until the response is not 503: the service could then check the key. */
async function finalResponse(client: Client): Promise<ClientResponse> {
  for (;;) {
    const response = await client.send(listPets({ limit: 1 }));
    if (response.status !== 503) return response;
  }
}

/**
 * Returns the public id of the key with this name.
 * @param list output of `petstore keys list`
 * @throws Error if the list has no such key
 */
export function publicIdOf(list: string, name: string): string {
  const line = list.split('\n').find((each) => each.split('\t').includes(name));
  if (!line) throw new Error(`the list has no key ${name}`);
  return line.split('\t')[0]!;
}
