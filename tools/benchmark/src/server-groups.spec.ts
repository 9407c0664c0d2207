import { ours, peers, petstoreWithout } from './peers.ts';
import { groupsOf, serviceOf } from './server-groups.ts';

it('groupsOf puts this service into both groups, and every other server into one', () => {
  const [unshared, shared] = groupsOf([...ours, petstoreWithout('batching'), ...peers]);
  const services = ['petstore', 'petstore-log'];
  expect(unshared?.servers).toEqual([...services, 'petstore-no-batching', 'bare', 'fastify', 'express', 'nest', 'go']);
  expect(shared?.servers).toEqual([...services, 'fastify-shared']);
});

it('groupsOf compares this service with all others of the group, and its variants with the peers', () => {
  const servers = [...ours, petstoreWithout('batching'), petstoreWithout('tuning'), ...peers];
  const [unshared, shared] = groupsOf(servers.filter(({ name }) => name !== 'bare' && name !== 'express'));
  expect(unshared?.pairs.map(({ ours, peer }) => `${ours} ÷ ${peer}`)).toEqual([
    'petstore ÷ petstore-no-batching',
    'petstore ÷ fastify',
    'petstore ÷ nest',
    'petstore ÷ go',
    'petstore-no-batching ÷ fastify',
    'petstore-no-batching ÷ nest',
    'petstore-no-batching ÷ go',
  ]);
  expect(shared?.pairs.map(({ ours, peer }) => `${ours} ÷ ${peer}`)).toEqual([
    'petstore ÷ petstore-no-tuning',
    'petstore ÷ fastify-shared',
    'petstore-no-tuning ÷ fastify-shared',
  ]);
});

it('groupsOf leaves out a group without other servers, and returns one group for this service alone', () => {
  expect(groupsOf([...ours, ...peers.filter(({ name }) => name === 'go')])).toHaveLength(1);
  expect(groupsOf(ours)).toEqual([expect.objectContaining({ servers: ['petstore', 'petstore-log'], pairs: [] })]);
  expect(serviceOf(ours)).toBe('petstore');
});
