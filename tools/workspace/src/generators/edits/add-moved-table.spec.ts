import { addMovedTable } from './add-moved-table.mjs';

const loops = [
  "for table in 'pets (id, name)' orders api_keys api_key_log; do",
  'for table in pets orders api_key_log; do',
];

it('adds the table to both loops, before the tables of the keys', () => {
  expect(addMovedTable(`# Move\n${loops.join('\n')}\n`, 'visits')).toBe(
    "# Move\nfor table in 'pets (id, name)' orders visits api_keys api_key_log; do\n" +
      'for table in pets orders visits api_key_log; do\n',
  );
});

it.each([[[]], [loops.slice(1)], [[...loops, ...loops]]])('refuses a document with the loops %j', (lines) => {
  expect(() => addMovedTable(lines.join('\n'), 'visits')).toThrow('it has no two lines `for table in … api_key…`');
});
