import { setImmediate } from 'node:timers/promises';
import { batchedDestination } from './batched-destination.ts';

let written: string[];
let lines: ReturnType<typeof batchedDestination>;

beforeEach(() => {
  written = [];
  lines = batchedDestination({ write: (text) => void written.push(text) });
});

afterEach(() => void process.off('exit', process.listeners('exit').at(-1)!));

it('writes the first line immediately and the others of the same iteration together, in their order', async () => {
  lines.write('a\n');
  expect(written).toEqual(['a\n']);
  lines.write('b\n');
  await Promise.resolve();
  lines.write('c\n');
  expect(written).toEqual(['a\n']);
  await setImmediate();
  expect(written).toEqual(['a\n', 'b\nc\n']);
  lines.write('d\n');
  expect(written).toEqual(['a\n', 'b\nc\n', 'd\n']);
  await setImmediate();
  expect(written).toHaveLength(3);
});

it('writes the last lines once when the process exits', async () => {
  lines.write('a\n');
  lines.write('b\n');
  process.listeners('exit').at(-1)?.(0);
  expect(written).toEqual(['a\n', 'b\n']);
  await setImmediate();
  expect(written).toEqual(['a\n', 'b\n']);
});
