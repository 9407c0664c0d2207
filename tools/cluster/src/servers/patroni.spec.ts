import { incompleteReason, leaderOf, type Member, synchronousStandbyOf } from './patroni.ts';

const leader: Member = { name: 'db2', role: 'leader', state: 'running', timeline: 3 };
const standby: Member = { name: 'db1', role: 'sync_standby', state: 'running', timeline: 3 };
const other: Member = { name: 'db3', role: 'replica', state: 'streaming', timeline: 3 };
const complete = [standby, leader, other];

it('returns the leader and the synchronous standby', () => {
  expect([leaderOf(complete), synchronousStandbyOf(complete)]).toEqual(['db2', 'db1']);
});

it('returns no leader while the member with the lock starts', () => {
  expect(leaderOf([{ ...leader, state: 'starting' }])).toBeUndefined();
});

it('returns undefined for a complete cluster', () => {
  expect(incompleteReason(complete, 3, true)).toBeUndefined();
});

it.each([
  ['a missing member', [leader, standby]],
  ['no leader', [standby, other, { ...other, name: 'db2' }]],
  ['no synchronous standby', [leader, other, { ...other, name: 'db1' }]],
  ['a stopped standby', [leader, standby, { ...other, state: 'stopped' }]],
  ['a standby on an older timeline', [leader, standby, { ...other, timeline: 2 }]],
])('describes the members if there is %s', (_, members) => {
  expect(incompleteReason(members, 3, true)).toContain('db2: ');
});

it('needs no synchronous standby without synchronous_mode', () => {
  const asynchronous = [leader, other, { ...other, name: 'db1' }];
  expect(incompleteReason(asynchronous, 3, false)).toBeUndefined();
});
