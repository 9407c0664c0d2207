import { InvalidArguments, readArguments } from './arguments.ts';

it('readArguments selects all operations and peers by default', () => {
  expect(readArguments([])).toEqual({
    mode: 'compare',
    quick: false,
    isPublished: false,
    operations: ['get', 'list', 'lists', 'cursors', 'create', 'mix'],
    peers: ['bare', 'fastify', 'fastify-shared', 'express', 'nest', 'go'],
    without: ['batching'],
  });
});

it('readArguments selects the given operations and peers, in the default order', () => {
  const args = readArguments(['--quick', '--only', 'create,get', '--peers', 'go,fastify']);
  expect(args).toMatchObject({ quick: true, operations: ['get', 'create'], peers: ['fastify', 'go'], without: [] });
});

it('readArguments selects less for --quick by default', () => {
  expect(readArguments(['--quick'])).toMatchObject({
    operations: ['get', 'list', 'create'],
    peers: ['fastify', 'fastify-shared', 'go'],
    without: [],
  });
  expect(readArguments(['--quick', '--only', 'mix'])).toMatchObject({ operations: ['mix'] });
  expect(readArguments(['--quick', '--without', 'batching'])).toMatchObject({ peers: [], without: ['batching'] });
});

it('readArguments selects no peers for --without, unless --peers is given', () => {
  expect(readArguments(['--without', 'batching'])).toMatchObject({ peers: [], without: ['batching'] });
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

it('readArguments allows --publish for complete runs only', () => {
  expect(readArguments(['--publish'])?.isPublished).toBe(true);
  expect(readArguments(['--growth', '--publish'])?.isPublished).toBe(true);
  expect(readArguments(['--quick'])?.isPublished).toBe(false);
});

it.each([
  [['--only', 'delete']],
  [['--peers', '']],
  [['--fast']],
  [['--without', 'metrics']],
  [['--growth', '--start']],
  [['get']],
  [['--publish', '--quick']],
  [['--publish', '--only', 'get']],
  [['--publish', '--peers', 'go']],
  [['--publish', '--without', 'batching']],
])('readArguments rejects %j', (args) => {
  expect(() => readArguments(args)).toThrow(InvalidArguments);
});
