import { operationNames } from './operations.ts';
import { peers } from './peers.ts';
import { targets } from './targets.ts';

const all = operationNames.flatMap((operation) => targets[operation]);

it('every target names a peer, and its aim is stricter than its floor', () => {
  const names = peers.map(({ name }) => name);
  for (const { peer, floor, aim = 0 } of all) {
    expect(names).toContain(peer);
    expect(aim).toBeLessThan(floor);
  }
});

it.each(operationNames.filter((name) => name !== 'mix'))('%s has targets for CPU and p99', (operation) => {
  const figures = targets[operation].filter(({ peer }) => peer === 'fastify').map(({ figure }) => figure);
  expect(figures).toEqual(['serverCpu', 'p99']);
});
