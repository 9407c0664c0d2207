import { LazyDecorators } from './lazy-swagger.ts';

it('applies the decorators once, when the package is loaded, in the order of their declaration', async () => {
  const lazy = new LazyDecorators();
  const applied: unknown[] = [];
  const decorator = (name: string) => lazy.declare(async () => (target: object) => void applied.push([name, target]));
  const [first, second] = [{ name: 'first' }, { name: 'second' }];
  decorator('a')(first);
  decorator('b')(second);
  expect(applied).toEqual([]);
  await Promise.all([lazy.load(), lazy.load()]);
  await lazy.load();
  expect(applied).toEqual([
    ['a', first],
    ['b', second],
  ]);
});

it('does not apply the decorators of another instance', async () => {
  const [one, other] = [new LazyDecorators(), new LazyDecorators()];
  const apply = jest.fn();
  one.declare(() => apply)({});
  await other.load();
  expect(apply).not.toHaveBeenCalled();
});

it('applies a decorator again that failed, and then those after it', async () => {
  const lazy = new LazyDecorators();
  const applied: string[] = [];
  const load = jest.fn<Promise<void>, []>().mockRejectedValueOnce(new Error('EMFILE')).mockResolvedValue();
  lazy.declare(async () => {
    await load();
    return () => void applied.push('a');
  })({});
  lazy.declare(() => () => void applied.push('b'))({});
  await expect(lazy.load()).rejects.toThrow('EMFILE');
  expect(applied).toEqual([]);
  await lazy.load();
  expect(applied).toEqual(['a', 'b']);
});
