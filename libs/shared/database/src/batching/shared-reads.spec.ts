import { setImmediate } from 'node:timers/promises';
import { DatabaseUnavailable } from '../errors/database.errors.ts';
import { SharedReads } from './shared-reads.ts';

/** The reads that were sent, in their order. A test answers them. */
let sent: { key: string; answer: (value: unknown) => void }[];
let reads: SharedReads;

beforeEach(() => {
  sent = [];
  reads = new SharedReads(2);
});

const read = (key: string, signal?: AbortSignal) =>
  reads.run(key, () => new Promise((answer) => sent.push({ key, answer })), signal);
const keys = () => sent.map(({ key }) => key);
/** After it, every read that has its turn was sent. */
const turns = async () => {
  for (let iteration = 0; iteration < 5; iteration++) await setImmediate();
};

it('equal reads of an iteration are one', async () => {
  const all = Promise.all(['one', 'one', 'two', 'one'].map((key) => read(key)));
  await turns();
  expect(keys()).toEqual(['one', 'two']);
  for (const { key, answer } of sent) answer(key.toUpperCase());
  expect(await all).toEqual(['ONE', 'ONE', 'TWO', 'ONE']);
});

it('a read never joins one that was sent', async () => {
  const before = read('one');
  await turns();
  const after = read('one');
  await turns();
  expect(keys()).toEqual(['one', 'one']);
  sent[0]!.answer('before');
  sent[1]!.answer('after');
  expect(await Promise.all([before, after])).toEqual(['before', 'after']);
});

it('no more reads are sent than there are connections, and a read joins an equal one that waits', async () => {
  const all = Promise.all(['one', 'two', 'three', 'four'].map((key) => read(key)));
  await turns();
  const joined = read('three');
  await turns();
  expect(keys()).toEqual(['one', 'two']);
  sent[1]!.answer('second');
  await turns();
  expect(keys()).toEqual(['one', 'two', 'three']);
  for (const index of [0, 2, 3]) {
    sent[index]!.answer(index);
    await turns();
  }
  expect(await all).toEqual([0, 'second', 2, 3]);
  expect(await joined).toBe(2);
});

it('a read is not sent if none of its callers waits any more, and is if one of them does', async () => {
  const busy = [read('one'), read('two')];
  await turns();
  const [left, staying] = [new AbortController(), new AbortController()];
  const results = [read('left', left.signal), read('shared', left.signal), read('shared', staying.signal)];
  left.abort();
  await expect(results[0]).rejects.toThrow(DatabaseUnavailable);
  await expect(results[1]).rejects.toThrow(DatabaseUnavailable);
  for (const { answer } of [...sent]) answer('done');
  await Promise.all(busy);
  await turns();
  expect(keys()).toEqual(['one', 'two', 'shared']);
  sent[2]!.answer('shared');
  expect(await results[2]).toBe('shared');
});

it('a read that fails fails only its own callers', async () => {
  const failing = reads.run('failing', () => Promise.reject(new Error('rejected')));
  const other = read('other');
  await expect(failing).rejects.toThrow('rejected');
  await turns();
  sent[0]!.answer('other');
  expect(await other).toBe('other');
});
