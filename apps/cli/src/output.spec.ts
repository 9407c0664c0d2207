import { toCsv } from './csv.ts';
import { print } from './output.ts';

const { stdout } = process;
const name = 'Rex\u001b]0;title\u0007\r\u009b31m\u200f\nTom\t!';
const exported = toCsv([['1', name, '7', 'sold']]);
const escaped = '1,"Rex\\u001b]0;title\\u0007\\u000d\\u009b31m\\u200f\nTom\t!",7,sold\n';

afterEach(() => Reflect.deleteProperty(stdout, 'isTTY'));

it.each([
  ['escapes control characters in a terminal', true, escaped],
  ['changes nothing elsewhere, so that import reads what export has written', false, exported],
])('print %s', async (_, isTTY, expected) => {
  Object.defineProperty(stdout, 'isTTY', { value: isTTY, configurable: true });
  const write = jest.spyOn(stdout, 'write').mockImplementation((_text, done: unknown) => {
    (done as () => void)();
    return true;
  });
  await print(exported);
  expect(write).toHaveBeenCalledWith(expected, expect.any(Function));
});
