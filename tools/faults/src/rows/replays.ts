import { setTimeout as delay } from 'node:timers/promises';
import { Client, createPet, type NewPetJson, type PetJson } from '@petstore/driver';
import { withEnvironment } from '../environment/with-environment.ts';
import type { Row } from './row.ts';

const clients = 50;

/** Milliseconds between two attempts. The service restarts while the clients repeat. */
const pause = 20;

/**
 * Sends the same create from all clients. Each client repeats it until it gets 201.
 * @param onCreated called for each 201
 * @returns the response bodies
 */
async function createFromAllClients(
  address: () => string,
  key: string,
  newPet: NewPetJson,
  onCreated: () => void,
): Promise<string[]> {
  const createUntilAcknowledged = async () => {
    const client = new Client(address, key);
    for (;;) {
      const { status, text } = await client.send(createPet(newPet, newPet.name.replace(' ', '-')));
      if (status !== 201) {
        await delay(pause);
        continue;
      }
      onCreated();
      client.close();
      return text;
    }
  };
  return Promise.all(Array.from({ length: clients }, createUntilAcknowledged));
}

export const replays: Row = {
  name: 'replays',
  fault: '50 clients with one Idempotency-Key, the service killed during their responses: one pet, one response body',
  execute: (run) =>
    withEnvironment(async (environment) => {
      const key = await environment.issueKey();
      const instance = await environment.start();
      let requests = 0;
      for (let round = 0; round < run.rounds(8); round++) {
        const newPet = environment.ledger.nextPet();
        let killing: Promise<void> | undefined;
        const kill = async () => {
          await instance.end('SIGKILL');
          await instance.restart();
        };
        const texts = await createFromAllClients(instance.address, key, newPet, () => (killing ??= kill()));
        await killing;
        requests += texts.length;
        const bodies = new Set(texts);
        run.require(bodies.size === 1, `${bodies.size} different response bodies for one create`);
        for (const text of bodies) environment.ledger.acknowledge(newPet, JSON.parse(text) as PetJson);
      }
      return { requests, ...(await environment.verify({ address: instance.address, key })) };
    }),
};
