import { petstoreWithout } from './peers.ts';
import type { BenchmarkDatabase } from './benchmark-database.ts';

it.each([
  ['batching', 'BATCHING'],
  ['tuning', 'TUNING'],
] as const)('petstoreWithout(%s) starts this service with %s=off', async (optimisation, variable) => {
  const peer = petstoreWithout(optimisation);
  expect(peer).toMatchObject({ name: `petstore-no-${optimisation}`, isOurs: false });
  expect(peer.title).toContain(`${variable}=off`);
  const { env } = await peer.command({ url: 'postgresql:///petstore' } as BenchmarkDatabase);
  expect(env).toMatchObject({ [variable]: 'off', LOG_LEVEL: 'warn' });
});
