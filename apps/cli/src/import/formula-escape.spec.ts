import fc from 'fast-check';
import { escapeCell, markHeader, unescapeCell, unmarkHeader } from './formula-escape.ts';

/** Converts text to the form of CSV cells, in which each character is one byte. */
const bytes = (text: string) => Buffer.from(text).toString('latin1');

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
])('prefixes %j', (text) => expect(escapeCell(bytes(text))).toBe(`'${bytes(text)}`));

it.each(['', 'Rex', ' =1', '1', '-1', '+1', '-1.5', '+.5', '-1e3', '-9223372036854775808', 'a=b', '｜', 'ï¼'])(
  'does not change %j',
  (text) => expect(escapeCell(bytes(text))).toBe(bytes(text)),
);

it('is reversed exactly by unescapeCell', () => {
  const cell = fc.string({ unit: 'binary' }).map(bytes);
  const start = fc.constantFrom("'", '=', '-', "'=", "''", '-1', '');
  fc.assert(
    fc.property(start, cell, (before, after) => expect(unescapeCell(escapeCell(before + after))).toBe(before + after)),
  );
});

it('unescapeCell keeps a prefix that escapeCell would not have added', () => {
  for (const cell of ["'Rex", "'-1", "'"]) expect(unescapeCell(cell)).toBe(cell);
});

it('marks a header and recognises it by one of the columns, also after columns were added or removed', () => {
  const marked = markHeader(['name', ' categoryId', '=x', "'y"]);
  expect(marked).toEqual(["'name", "' categoryId", "'=x", "''y"]);
  expect(unmarkHeader(['line', ...marked], ['name'])).toEqual(['line', 'name', ' categoryId', '=x', "'y"]);
  expect(unmarkHeader(marked, ['categoryId'])).toBeDefined();
  expect(unmarkHeader(['name', 'categoryId', "'note"], ['name', 'categoryId'])).toBeUndefined();
});
