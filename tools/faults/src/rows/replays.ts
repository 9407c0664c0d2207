import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '../driver/client.ts';
import type { NewPetJson, PetJson } from '../driver/ledger.ts';
import { onStage } from './on-stage.ts';
import type { Row } from './row.ts';

const clients = 50;

/** Milliseconds between two attempts: the service starts while its clients repeat. */
const pause = 20;

/** Clients with the same create, each repeating it until it is answered. */
async function repeatAll(
  address: () => string,
  key: string,
  newPet: NewPetJson,
  onAnswer: () => void,
): Promise<string[]> {
  const repeat = async () => {
    const client = new Client(address, key);
    for (;;) {
      const { status, text } = await client.send('POST', '/v1/pets', newPet, newPet.name.replace(' ', '-'));
      if (status !== 201) {
        await delay(pause);
        continue;
      }
      onAnswer();
      client.close();
      return text;
    }
  };
  return Promise.all(Array.from({ length: clients }, repeat));
}

export const replays: Row = {
  name: 'replays',
  fault: '50 clients with one Idempotency-Key, the service killed while they are answered: one animal, one answer',
  run: (trial) =>
    onStage(async (stage) => {
      const key = await stage.issueKey();
      const instance = await stage.start();
      let requests = 0;
      for (let round = 0; round < trial.rounds(8); round++) {
        const newPet = stage.ledger.next();
        let killing: Promise<void> | undefined;
        const kill = async () => {
          await instance.end('SIGKILL');
          await instance.startAgain();
        };
        const texts = await repeatAll(instance.address, key, newPet, () => (killing ??= kill()));
        await killing;
        requests += texts.length;
        const answers = new Set(texts);
        trial.require(answers.size === 1, `${answers.size} different answers to one create`);
        for (const text of answers) stage.ledger.acknowledge(newPet, JSON.parse(text) as PetJson);
      }
      return { requests, ...(await stage.judge({ address: instance.address, key })) };
    }),
};
