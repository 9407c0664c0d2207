import { Client } from '../support/client.ts';
import { fault } from '../support/fault-test.ts';
import type { Pet } from '../support/ledger.ts';

describe('service-killed', () => {
  fault(
    '5 × SIGKILL under 32 clients: nothing acknowledged is lost; no failure later than 1 s after the restart',
    async (run) => {
      const { service, load, client } = await run.startUnderLoad(await run.postgres());
      for (let round = 0; round < run.rounds(5); round++) {
        await service.end('SIGKILL');
        await service.start();
        const readyAt = performance.now();
        await load.successes(run.successes);
        expect(load.failedFor(readyAt)).toBeLessThanOrEqual(1_000);
      }
      await load.end();
      await run.requireNothingLost(client);
    },
  );

  fault('50 clients repeat one create while the service is killed: one pet, one response body', async (run) => {
    const service = await run.service(await run.postgres());
    const key = await service.issueKey();
    for (let round = 0; round < run.rounds(8); round++) {
      const newPet = run.ledger.nextPet();
      let kill: Promise<void> | undefined;
      const createUntilAcknowledged = async () => {
        const client = new Client(service, key);
        const body = await run.processes.until(async () => {
          const answer = await client.post('/v1/pets', newPet, newPet.name.replace(' ', '-'));
          run.ledger.record(newPet, answer, true);
          return answer.status === 201 && answer.text;
        }, 20);
        // The first response ends the service, while it sends the others.
        kill ??= service.end('SIGKILL').then(() => service.start());
        client.close();
        return body;
      };
      const bodies = await Promise.all(Array.from({ length: 50 }, createUntilAcknowledged));
      await kill;
      expect(new Set(bodies).size).toBe(1);
    }
    const pets = await new Client(service, key).readAll<Pet>('/v1/pets?limit=100');
    expect(pets).toHaveLength(run.rounds(8));
    run.show({ requests: 50 * pets.length });
    await run.requireNothingLost(new Client(service, key));
  });
});
