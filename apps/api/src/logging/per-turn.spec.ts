import { setImmediate } from 'node:timers/promises';
import { perTurn } from './per-turn.ts';

let written: string[];
let lines: ReturnType<typeof perTurn>;

beforeEach(() => {
  written = [];
  lines = perTurn({ write: (text) => void written.push(text) });
});

afterEach(() => void process.off('exit', process.listeners('exit').at(-1)!));

it('hands on the lines of a turn as one, in their order', async () => {
  lines.write('a\n');
  await Promise.resolve();
  lines.write('b\n');
  expect(written).toEqual([]);
  await setImmediate();
  expect(written).toEqual(['a\nb\n']);
  lines.write('c\n');
  await setImmediate();
  expect(written).toEqual(['a\nb\n', 'c\n']);
});

it('hands on the last ones when the process ends, once', async () => {
  lines.write('a\n');
  process.listeners('exit').at(-1)?.(0);
  expect(written).toEqual(['a\n']);
  await setImmediate();
  expect(written).toEqual(['a\n']);
});
