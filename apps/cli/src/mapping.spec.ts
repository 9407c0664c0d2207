import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { columnsOf, meaningOf, ownMapping, parseMapping, readMapping, withMissingNames } from './mapping.ts';
import { importColumns } from './pet-columns.ts';

const valid = {
  source: 'old program',
  key: 'Animal ID',
  name: { column: 'Name', strip: ['*', 'zz '], words: [{ word: '', rows: 7, is: 'Unnamed' }] },
  categoryId: {
    column: 'Type',
    words: [
      { word: 'Dog', is: 1 },
      { word: '__proto__', is: '9007199254740993' },
      { word: 'constructor', is: null },
    ],
  },
  status: { other: 'sold' },
};

const parse = (mapping: object) => parseMapping('m.json', JSON.stringify(mapping));

const faultsOf = (json: string) => {
  try {
    parseMapping('m.json', json);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
};

it('gives a cell the meaning of its word, without prefixes and white space, and another word itself', () => {
  const { rules } = parse(valid);
  const meanings = (column: 'name' | 'categoryId' | 'status', ...cells: string[]) =>
    cells.map((cell) => meaningOf(column === 'name' ? withMissingNames(rules.name!) : rules[column]!, cell, true));
  expect(meanings('name', '*Rex', ' ** zz *Tom ', '*', '', 'NA', 'Rex*', '.*')).toEqual([
    'Rex',
    'Tom',
    'Unnamed',
    'Unnamed',
    'Unnamed',
    'Rex*',
    '.*',
  ]);
  expect(meanings('categoryId', ' Dog', '__proto__', 'constructor', 'toString', '7')).toEqual([
    '1',
    '9007199254740993',
    null,
    'toString',
    '7',
  ]);
  expect(meanings('status', '')).toEqual(['sold']);
});

it('without a file needs the required columns, and keeps white space', () => {
  expect(columnsOf(ownMapping())).toEqual(['name', 'categoryId']);
  expect(meaningOf(ownMapping('x').rules.name!, ' Rex ', false)).toBe(' Rex ');
  expect(columnsOf(parse(valid))).toEqual(['Animal ID', 'Name', 'Type']);
});

it('can be without a source and without a status', () => {
  const { source, rules } = parse({ name: { column: 'Name' }, categoryId: { other: 7 } });
  expect([source, meaningOf(rules.status!, '', true)]).toEqual([undefined, '']);
});

it('reports all faults at once', () => {
  const words = [
    { word: 'A', is: 'gone' },
    { word: 'A ', is: 'sold' },
    { word: 'B', is: '?' },
    { word: 'C' },
    { word: 1 },
    7,
  ];
  const faulty = {
    source: '?',
    key: '',
    Name: {},
    name: 7,
    categoryId: {
      column: 'Type',
      words: [
        { word: 'Dog', is: 2 ** 63 },
        { word: 'Cat', is: 1.5, are: 1 },
      ],
      other: '?',
    },
    status: { column: 7, words, strip: [''], other: {} },
  };
  // JSON.stringify would not write the member.
  const json = JSON.stringify(faulty).replace('"Name"', '"__proto__":{},"Name"');
  expect(faultsOf(json)).toEqual([
    'the mapping m.json is not valid:',
    `the mapping has the unknown member "__proto__"; allowed are source, key, ${importColumns.join(', ')}`,
    `the mapping has the unknown member "Name"; allowed are source, key, ${importColumns.join(', ')}`,
    'source is undecided: replace "?"',
    'key must be a text of 1 to 255 characters',
    'name must be an object of JSON',
    'name must have column or other',
    expect.stringMatching(/^categoryId, word "Dog", has a wrong meaning: categoryId must be an integer/),
    'categoryId.words[1] has the unknown member "are"; allowed are word, rows, is',
    expect.stringMatching(/^categoryId, word "Cat", has a wrong meaning: categoryId must be an integer/),
    'categoryId.other is undecided: replace "?"',
    expect.stringMatching(/^status, word "A", has a wrong meaning: status must be /),
    'status, word "A ", occurs twice',
    'status, word "B", is undecided: replace "?"',
    'status, word "C", must mean a value of status, or null, which refuses the row',
    'status.words[4].word must be a text',
    'status.words[5] must be an object of JSON',
    'status.words[5].word must be a text',
    'status.strip must have texts that are not empty',
    'status.other must mean a value of status, or null, which refuses the row',
    'status.column must be a text of 1 to 255 characters',
  ]);
});

it.each<[fault: string, json: string]>([
  ['the mapping m.json is not valid JSON: ', '{'],
  ['the mapping m.json is nested too deeply: four levels of objects and lists are allowed', '['.repeat(100_000)],
  ['name.other must mean a value of name, or null', '{"name":{"other":{"toString":1}},"categoryId":{"column":"b"}}'],
  ["Duplicate key 'name' encountered", '{"name":{"column":"a"},"categoryId":{"column":"b"},"name":{"column":"c"}}'],
  ['categoryId is missing', '{"name":{"column":"a"}}'],
  ['the mapping must be an object of JSON', '[]'],
  ['source and key must both be there, or neither', '{"key":"ID","name":{"column":"a"},"categoryId":{"column":"b"}}'],
  ['name must have column or other', '{"name":{},"categoryId":{"column":"b"}}'],
  ['name.words must be a list', '{"name":{"column":"a","words":{}},"categoryId":{"column":"b"}}'],
])('refuses a file: %s', (fault, json) => {
  expect(faultsOf(json).join('\n')).toContain(fault);
});

it('keeps every digit of a number', () => {
  const { rules } = parseMapping('m.json', '{"name":{"column":"a"},"categoryId":{"other":9007199254740993}}');
  expect(meaningOf(rules.categoryId!, '', true)).toBe('9007199254740993');
});

it.each([
  ['of more than a mebibyte', ' '.repeat(1_048_577), 'has more than 1048576 bytes'],
  ['in another encoding', Buffer.from('{"name":{"column":"Zo\xeb"}}', 'latin1'), 'is not UTF-8'],
])('refuses a file %s', async (_, content, fault) => {
  const directory = mkdtempSync(join(tmpdir(), 'petstore-mapping-'));
  const path = join(directory, 'm.json');
  writeFileSync(path, content);
  await expect(readMapping(path)).rejects.toThrow(fault);
  rmSync(directory, { recursive: true });
});

it('reads a file with a byte-order mark, and names one that it cannot read', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'petstore-mapping-'));
  const path = join(directory, 'm.json');
  await expect(readMapping(path)).rejects.toThrow(`${path} cannot be read: ENOENT`);
  writeFileSync(path, `\ufeff${JSON.stringify(valid)}`);
  expect((await readMapping(path)).key).toBe('Animal ID');
  rmSync(directory, { recursive: true });
});

it('lists the first 20 faults', () => {
  const words = Array.from({ length: 30 }, (_, index) => ({ word: String(index), is: '?' }));
  const faults = faultsOf(JSON.stringify({ ...valid, status: { column: 'Status', words } }));
  expect([faults.length, faults.at(-1)]).toEqual([22, 'and 10 more']);
});
