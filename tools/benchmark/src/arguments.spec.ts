import { InvalidArguments, readArguments } from './arguments.ts';

it('readArguments selects all operations and peers by default', () => {
  expect(readArguments([])).toEqual({
    mode: 'compare',
    quick: false,
    isPartial: false,
    operations: ['get', 'list', 'lists', 'cursors', 'create', 'mix'],
    peers: ['bare', 'fastify', 'express', 'nest', 'go'],
    without: [],
  });
});

it('readArguments selects the given operations and peers, in the default order', () => {
  const args = readArguments(['--quick', '--only', 'create,get', '--peers', 'go,fastify']);
  expect(args).toMatchObject({ quick: true, isPartial: true, operations: ['get', 'create'], peers: ['fastify', 'go'] });
});

it('readArguments selects no peers for --without, unless --peers is given', () => {
  expect(readArguments(['--without', 'batching'])).toMatchObject({ isPartial: true, peers: [], without: ['batching'] });
  expect(readArguments(['--without', 'batching,tuning', '--peers', 'go'])).toMatchObject({
    peers: ['go'],
    without: ['tuning', 'batching'],
  });
});

it('readArguments reads the modes growth and start, and returns undefined for --help', () => {
  expect(readArguments(['--growth'])?.mode).toBe('growth');
  expect(readArguments(['--start'])?.mode).toBe('start');
  expect(readArguments(['--help'])).toBeUndefined();
});

it.each([
  [['--only', 'delete']],
  [['--peers', '']],
  [['--fast']],
  [['--without', 'metrics']],
  [['--growth', '--start']],
  [['get']],
])('readArguments rejects %j', (args) => {
  expect(() => readArguments(args)).toThrow(InvalidArguments);
});
