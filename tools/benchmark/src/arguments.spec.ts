import { InvalidArguments, readArguments } from './arguments.ts';

it('measures everything and everybody when nothing is said', () => {
  expect(readArguments([])).toEqual({
    mode: 'compare',
    quick: false,
    isPartial: false,
    operations: ['get', 'list', 'lists', 'cursors', 'create', 'mix'],
    peers: ['bare', 'fastify', 'express', 'nest', 'go'],
  });
});

it('measures what was named, in the order of all', () => {
  const args = readArguments(['--quick', '--only', 'create,get', '--peers', 'go,fastify']);
  expect(args).toMatchObject({ quick: true, isPartial: true, operations: ['get', 'create'], peers: ['fastify', 'go'] });
});

it('knows its other two runs, and asks for help by no run', () => {
  expect(readArguments(['--growth'])?.mode).toBe('growth');
  expect(readArguments(['--start'])?.mode).toBe('start');
  expect(readArguments(['--help'])).toBeUndefined();
});

it.each([[['--only', 'delete']], [['--peers', '']], [['--fast']], [['--growth', '--start']], [['get']]])(
  'refuses %j and says what there is',
  (args) => {
    expect(() => readArguments(args)).toThrow(InvalidArguments);
  },
);
