import { printTable, shortTime } from './table.ts';

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

function printTo(place: { isTTY: boolean }): string {
  Object.defineProperty(stdout, 'isTTY', { value: place.isTTY, configurable: true });
  Object.defineProperty(stdout, 'hasColors', { value: () => false, configurable: true });
  printTable(head, rows);
  return written;
}

it('writes tab-separated lines for other programs', () => {
  expect(printTo({ isTTY: false })).toBe("id\tname\n1\tZoë\n2\t犬🐈\n30\tO'Malley\n");
});

it('aligns what a person reads, wide characters included', () => {
  const lines = printTo({ isTTY: true }).trimEnd().split('\n');
  expect(lines.map((line) => line.trimEnd())).toEqual(['ID  NAME', '1   Zoë', '2   犬🐈', "30  O'Malley"]);
});

it('shows a time to the second, in UTC, and what never was as never', () => {
  expect(shortTime(new Date('2026-11-21T12:34:56.789Z'))).toBe('2026-11-21T12:34:56Z');
  expect(shortTime(undefined)).toBe('never');
});
