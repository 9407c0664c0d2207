import { embeddedServices } from './testing/embedded-services.ts';
import { memoryOfAttack, unfinishedBodies, unreadResponses } from './testing/memory-attacks.ts';

const connections = 5_000;

/** Maximum memory of these connections in MiB: 50 kB for each. */
const maxMemory = 250;

const services = embeddedServices();

it.each([
  ['do not read their responses and pipeline requests', unreadResponses],
  ['do not finish their bodies', unfinishedBodies],
])(
  'serves other clients within its memory while 5,000 connections %s',
  async (_, attack) => {
    const service = await services.start();
    const key = services.firstKey();
    expect(await memoryOfAttack(service, key, attack(key), connections)).toBeLessThanOrEqual(maxMemory);
  },
  120_000,
);
