import fc from 'fast-check';
import { escapeCell, escapeHeader, unescapeCell, unescapeHeader } from './formula-escape.ts';

/** Encodes text as UTF-8, with one character per byte, as in a CSV cell. */
const cellOf = (text: string) => Buffer.from(text).toString('latin1');

it.each([
  '=1+1',
  '+cmd',
  '-rm',
  '@sum',
  "'tis",
  '\tx',
  '\rx',
  '\nx',
  '＝1',
  '＋1',
  '－1',
  '＠1',
  '-',
  '+-1',
  '=',
  '-1-1',
])('escapeCell adds the prefix to %j', (text) => expect(escapeCell(cellOf(text))).toBe(`'${cellOf(text)}`));

it.each(['', 'Rex', ' =1', '1', '-1', '+1', '-1.5', '+.5', '-1e3', '-9223372036854775808', 'a=b', '｜', 'ï¼'])(
  'escapeCell does not change %j',
  (text) => expect(escapeCell(cellOf(text))).toBe(cellOf(text)),
);

it('unescapeCell reverses escapeCell', () => {
  const cell = fc.string({ unit: 'binary' }).map(cellOf);
  const start = fc.constantFrom("'", '=', '-', "'=", "''", '-1', '');
  fc.assert(
    fc.property(start, cell, (before, after) => expect(unescapeCell(escapeCell(before + after))).toBe(before + after)),
  );
});

it('unescapeCell keeps a prefix that escapeCell would not have added', () => {
  for (const cell of ["'Rex", "'-1", "'"]) expect(unescapeCell(cell)).toBe(cell);
});

it('unescapeHeader reverses escapeHeader if at least one required column has the prefix', () => {
  const escaped = escapeHeader(['name', ' categoryId', '=x', "'y"]);
  expect(escaped).toEqual(["'name", "' categoryId", "'=x", "''y"]);
  expect(unescapeHeader(['line', ...escaped], ['name'])).toEqual(['line', 'name', ' categoryId', '=x', "'y"]);
  expect(unescapeHeader(escaped, ['categoryId'])).toBeDefined();
  expect(unescapeHeader(['name', 'categoryId', "'note"], ['name', 'categoryId'])).toBeUndefined();
});
