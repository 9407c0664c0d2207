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

afterEach(() => ['isTTY', 'columns'].forEach((name) => Reflect.deleteProperty(stdout, name)));

/** Makes standard output a terminal of this width; 0: one that does not say its width. */
function setTerminal(columns: number): void {
  const properties = { isTTY: true, columns: columns || undefined };
  for (const [name, value] of Object.entries(properties))
    Object.defineProperty(stdout, name, { value, configurable: true });
}

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd());

it('printTable prints tab-separated lines if standard output is not a terminal', () => {
  Object.defineProperty(stdout, 'isTTY', { value: false, configurable: true });
  void printTable(head, rows, [{ of: ['name', 'id'] }]);
  expect(written).toBe("id\tname\n1\tZoë\n2\t犬🐈\n30\tO'Malley\n");
});

it('printTable aligns the columns in a terminal, including wide characters', () => {
  setTerminal(80);
  void printTable(head, rows, [{ of: ['id'], width: 2 }, { of: ['name'] }]);
  expect(linesOf(written)).toEqual(['ID  NAME', '1   Zoë', '2   犬🐈', "30  O'Malley"]);
});

const wideHead = ['id', 'name', 'when'];
const wideRows = [
  ['1', 'one two three', '2026-11-21 12:34:56Z'],
  ['2', '犬🐈'.repeat(4), 'never'],
  ['3', 'a-single-word', 'never'],
];
const columns = [{ of: ['name', 'id'] }, { of: ['when'], width: 10 }];

it('printTable wraps the cells if the terminal is too narrow, and puts cells below each other', () => {
  setTerminal(20);
  void printTable(wideHead, wideRows, columns);
  expect(linesOf(written)).toEqual([
    'NAME      WHEN',
    'ID',
    'one two   2026-11-21',
    'three     12:34:56Z',
    '1',
    '犬🐈犬🐈  never',
    '犬🐈犬🐈',
    '2',
    'a-single  never',
    '-word',
    '3',
  ]);
});

it.each([
  [0, 80],
  [55, 55],
  [20, 20],
])('printTable in a terminal that reports the width %i writes at most %i columns', (width, limit) => {
  setTerminal(width);
  void printTable(wideHead, [...wideRows, ['3', 'a '.repeat(100), 'never']], columns);
  const widest = Math.max(...written.split('\n').map((line) => line.replace(/[犬🐈]/gu, '--').length));
  expect(widest).toBeLessThanOrEqual(limit);
});

it('formatTime formats a time in UTC with seconds, and null as never', () => {
  const time = new Date('2026-11-21T12:34:56.789Z');
  expect(formatTime(time)).toBe('2026-11-21T12:34:56Z');
  expect(formatTime(null)).toBe('never');
  setTerminal(80);
  expect(formatTime(time)).toBe('2026-11-21 12:34:56Z');
});
