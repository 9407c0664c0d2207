import { NewPet } from '@petstore/pets-domain';
import { FullScrape } from '@petstore/testing/metrics';
import { measure } from './measure.ts';
import { startTestApp } from './test-app.ts';

/** Scrapes the metrics of a service after requests that set every metric, those of the beta operations included. */
export async function takeFullScrape(): Promise<FullScrape> {
  const app = await startTestApp({ beta: true });
  const measured = await measure(app);
  await app.pets.add(NewPet.parse({ name: 'Rex', categoryId: 7 }));
  const requests = [app.client.get('/v1/pets'), app.client.get('/v1/pets/1'), app.unauthenticated.get('/v1/pets')];
  for (const { headers } of await Promise.all(requests)) await app.log.accessLogLineOf(headers['x-request-id']);
  const samples = await measured.scrape();
  await measured.close();
  await app.close();
  return new FullScrape(samples, 'petstore_');
}
