import { printTable, formatTime } from './table.ts';

const { stdout } = process;
const head = ['id', 'name'];
const rows = [
  ['1', 'Zoë'],
  ['2', '犬🐈'],
  ['30', "O'Malley"],
];

let written: string;

beforeEach(() => {
  written = '';
  jest.spyOn(stdout, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
});

afterEach(() => Reflect.deleteProperty(stdout, 'isTTY'));

function printTo(output: { isTTY: boolean }): string {
  Object.defineProperty(stdout, 'isTTY', { value: output.isTTY, configurable: true });
  void printTable(head, rows);
  return written;
}

it('printTable prints tab-separated lines if standard output is not a terminal', () => {
  expect(printTo({ isTTY: false })).toBe("id\tname\n1\tZoë\n2\t犬🐈\n30\tO'Malley\n");
});

it('printTable aligns the columns in a terminal, including wide characters', () => {
  const lines = printTo({ isTTY: true }).trimEnd().split('\n');
  expect(lines.map((line) => line.trimEnd())).toEqual(['ID  NAME', '1   Zoë', '2   犬🐈', "30  O'Malley"]);
});

it('formatTime formats a time in UTC with seconds, and null as never', () => {
  expect(formatTime(new Date('2026-11-21T12:34:56.789Z'))).toBe('2026-11-21T12:34:56Z');
  expect(formatTime(null)).toBe('never');
});
