import type { ServerFacts } from '@petstore/database';
import { checkServer } from './check-server.ts';

const healthy: ServerFacts = {
  version: '18.4',
  role: 'petstore',
  responseTime: 0.3,
  clockDifference: -20,
  isStandby: false,
  isReadOnly: false,
  synchronousCommit: 'on',
  maxConnections: 97,
  usedConnections: 3,
  isPooled: false,
  pendingMigrations: [],
  canCreateTables: false,
  missingRights: [],
};
const settings = { poolSize: 10, prepare: true };

const statesOf = (facts: Partial<ServerFacts>) =>
  checkServer({ ...healthy, ...facts }, settings).flatMap(({ state, check }) =>
    state === 'ok' ? [] : [[state, check]],
  );

it('finds nothing wrong with a healthy server', () => {
  expect(statesOf({})).toEqual([]);
});

it.each<[string, Partial<ServerFacts>, 'warning' | 'problem', string]>([
  ['a pooler', { isPooled: true }, 'warning', 'pooler'],
  ['pending migrations', { pendingMigrations: ['A1'], canCreateTables: true }, 'warning', 'migrations'],
  ['pending migrations that the role cannot run', { pendingMigrations: ['A1'] }, 'problem', 'migrations'],
  ['a standby', { isStandby: true, isReadOnly: true }, 'problem', 'write access'],
  ['a read-only default', { isReadOnly: true }, 'problem', 'write access'],
  ['a missing right', { missingRights: ['INSERT on pets'] }, 'problem', 'write access'],
  ['asynchronous commits', { synchronousCommit: 'off' }, 'problem', 'durability'],
  ['a pool that is too large', { maxConnections: 9 }, 'problem', 'connections'],
  ['a server with few free connections', { usedConnections: 88 }, 'warning', 'connections'],
  ['a clock that is ahead', { clockDifference: 5_001 }, 'warning', 'clock'],
  ['a clock that is behind', { clockDifference: -5_001 }, 'warning', 'clock'],
])('reports %s', (_, facts, state, check) => {
  expect(statesOf(facts)).toEqual([[state, check]]);
});

it.each(['local', 'remote_write', 'remote_apply'])('accepts synchronous_commit %s', (synchronousCommit) => {
  expect(statesOf({ synchronousCommit })).toEqual([]);
});

it('says what to do about each problem', () => {
  const findings = checkServer(
    {
      ...healthy,
      pendingMigrations: ['A1'],
      missingRights: ['INSERT on pets'],
      synchronousCommit: 'off',
      maxConnections: 1,
    },
    settings,
  );
  const problems = findings.filter(({ state }) => state === 'problem');
  expect(problems.map(({ check }) => check)).toEqual(['migrations', 'write access', 'durability', 'connections']);
  for (const { remedy } of problems) expect(remedy).toMatch(/\w/);
});
