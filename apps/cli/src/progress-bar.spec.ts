import { startProgressBar } from './progress-bar.ts';

const { stderr } = process;

let written: string;

beforeEach(() => {
  written = '';
  jest.spyOn(stderr, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
});

afterEach(() => Reflect.deleteProperty(stderr, 'isTTY'));

function showProgress({ isTTY }: { isTTY: boolean }): void {
  Object.defineProperty(stderr, 'isTTY', { value: isTTY, configurable: true });
  const bar = startProgressBar('importing', 2);
  bar.update(1, { rows: 1 });
  bar.stop();
}

it('writes nothing if standard error is not a terminal', () => {
  showProgress({ isTTY: false });
  expect(written).toBe('');
});

it('is removed from a terminal at the end, so that no bar stands beside the result or the error message', () => {
  showProgress({ isTTY: true });
  expect(written).toContain('importing [');
  // Moves to the first column and erases the line.
  expect(written.endsWith('\u001b[1G\u001b[2K')).toBe(true);
});
