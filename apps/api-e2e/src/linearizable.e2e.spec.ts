import { type Call, findViolation, type Model } from './support/linearizable.ts';

/** A register: a number is written, null reads. */
const register: Model<number, number | null, number> = {
  initial: 0,
  step: (state, input, output) => {
    if (input !== null) return input;
    return output === undefined || output === state ? state : undefined;
  },
};

const call = (
  input: number | null,
  output: number | undefined,
  start: number,
  end: number,
): Call<number | null, number> => ({
  input,
  output,
  start,
  end,
});
const write = (value: number, start: number, end: number) => call(value, value, start, end);
const read = (value: number, start: number, end: number) => call(null, value, start, end);
/** A write whose client got no response. */
const lost = (value: number, start: number) => call(value, undefined, start, Infinity);

it.each<[string, Call<number | null, number>[]]>([
  ['no call', []],
  ['one after another', [write(1, 0, 1), read(1, 2, 3), write(2, 4, 5), read(2, 6, 7)]],
  ['a read during a write sees the old value', [write(1, 0, 5), read(0, 1, 2), read(1, 6, 7)]],
  ['a read during a write sees the new value', [write(1, 0, 5), read(1, 1, 2)]],
  ['a lost write takes effect later', [lost(1, 0), read(0, 1, 2), read(1, 3, 4)]],
  ['a lost write never takes effect', [lost(1, 0), read(0, 1, 2)]],
  ['two concurrent writes in either order', [write(1, 0, 9), write(2, 0, 9), read(2, 10, 11), read(2, 12, 13)]],
])('finds an order of %s', (_, calls) => {
  expect(findViolation(register, calls)).toBeUndefined();
});

it.each<[string, Call<number | null, number>[]]>([
  ['a value that nobody wrote', [read(1, 0, 1)]],
  ['a stale value', [write(1, 0, 1), read(0, 2, 3)]],
  ['a value that goes back during a write', [write(1, 0, 9), read(1, 1, 2), read(0, 3, 4)]],
  ['a lost write before its start', [read(1, 0, 1), lost(1, 2)]],
  ['a lost write twice', [lost(1, 0), read(1, 1, 2), write(2, 3, 4), read(2, 5, 6), read(1, 7, 8)]],
])('finds the violation of %s', (_, calls) => {
  expect(findViolation(register, calls)).toBeDefined();
});

it('shows the longest order that fits, and what could not be next', () => {
  const [first, second, third] = [write(1, 0, 1), read(1, 2, 3), read(0, 4, 5)];
  expect(findViolation(register, [third, second, first])).toEqual({ order: [first, second], next: [third] });
});

it('decides 200 calls of 8 clients', () => {
  let state = 0;
  const calls = Array.from({ length: 200 }, (_, index) => {
    const isWrite = index % 3 === 0;
    if (isWrite) state = index;
    // Each took effect at its index, and lasts as long as seven others.
    return isWrite ? write(index, index - 4, index + 4) : read(state, index - 4, index + 4);
  });
  expect(findViolation(register, calls)).toBeUndefined();
});
