import { petstoreWithout } from './peers.ts';
import type { BenchmarkDatabase } from './benchmark-database.ts';

it.each([
  ['batching', 'BATCHING', false],
  ['tuning', 'TUNING', true],
] as const)('petstoreWithout(%s) starts this service with %s=off', async (optimisation, variable, sharesStatements) => {
  const peer = petstoreWithout(optimisation);
  expect(peer).toMatchObject({ name: `petstore-no-${optimisation}`, kind: 'variant', sharesStatements });
  expect(peer.title).toContain(`${variable}=off`);
  const { env } = await peer.command({ url: 'postgresql:///petstore' } as BenchmarkDatabase);
  expect(env).toMatchObject({ [variable]: 'off', LOG_LEVEL: 'warn' });
});
