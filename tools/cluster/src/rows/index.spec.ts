import { rows } from './index.ts';

it('each row has another name', () => {
  const names = rows().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

it('each row in which the leader stays the same observes for long enough to notice a late failover, or restarts a program', () => {
  const unobserved = rows().filter(({ expected, observation }) => expected.leader === 'same' && !observation);
  expect(unobserved.map(({ name }) => name)).toEqual(['haproxy-restarted', 'pgbouncer-restarted']);
});
