import type { MigrationInterface } from 'typeorm';
import { nameOf, pendingSteps } from './migration-steps.ts';

function migration(name: string, transaction?: boolean): MigrationInterface {
  const noStatement = async () => undefined;
  return { name, up: noStatement, down: noStatement, ...(transaction !== undefined && { transaction }) };
}

const [a, b, c, d] = ['A1795132800001', 'B1795132800002', 'C1795132800003', 'D1795132800004'] as const;
const migrations = [migration(d), migration(b, false), migration(a), migration(c)];

const stepsOf = (executed: ReadonlySet<string> | undefined, all = migrations) =>
  pendingSteps(all, executed).map((step) => [step.isTransactional, step.migrations.map(nameOf)]);

it('groups the migrations by their timestamps around those outside a transaction', () => {
  expect(stepsOf(new Set())).toEqual([
    [true, [a]],
    [false, [b]],
    [true, [c, d]],
  ]);
});

it('leaves out migrations that have run', () => {
  expect(stepsOf(new Set([a, b]))).toEqual([[true, [c, d]]]);
  expect(stepsOf(new Set([a, c, d]))).toEqual([[false, [b]]]);
  expect(stepsOf(new Set([a, b, c, d]))).toEqual([]);
});

it('starts with a transaction if the table of executed migrations does not exist, and runs each outside alone', () => {
  const outside = [migration(a, false), migration(b, false)];
  expect(stepsOf(undefined, outside)).toEqual([
    [true, []],
    [false, [a]],
    [false, [b]],
  ]);
  expect(stepsOf(undefined, [])).toEqual([[true, []]]);
});
