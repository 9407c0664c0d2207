import { petstoreWithout } from './peers.ts';
import type { Store } from './store.ts';

it.each([
  ['batching', 'BATCHING'],
  ['tuning', 'TUNING'],
] as const)('starts this service without %s by the variable %s', async (optimisation, variable) => {
  const peer = petstoreWithout(optimisation);
  expect(peer).toMatchObject({ name: `petstore-no-${optimisation}`, isOurs: false });
  expect(peer.title).toContain(`${variable}=off`);
  const { env } = await peer.command({ url: 'postgresql:///petstore' } as Store);
  expect(env).toMatchObject({ [variable]: 'off', LOG_LEVEL: 'warn' });
});
