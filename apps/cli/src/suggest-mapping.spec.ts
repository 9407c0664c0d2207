import { Readable } from 'node:stream';
import { openCsv } from './csv.ts';
import { parseMapping } from './mapping.ts';
import { suggestMapping } from './suggest-mapping.ts';

const suggestionOf = async (content: string) =>
  suggestMapping(await openCsv('animals.csv', Readable.from([Buffer.from(content)]), []));

const suggest = async (content: string) => (await suggestionOf(content)).json;

it('finds the columns of a shelter, counts their words, and marks what it cannot decide', async () => {
  const rows = ['A1,*Rex,Adoption,DOG', 'A2,,Died,DOG', 'A3,NA,,', 'A4,Tom,transfer,"x ""y"" z"'];
  const text = await suggest(`Animal ID,Animal Name,Outcome Type,Animal Type\n${rows.join('\n')}\n`);
  expect(text).toContain('    "strip": ["*"],\n');
  expect(text).toContain('      { "word": "Adoption", "rows": 1, "is": "sold" },\n');
  expect(JSON.parse(text)).toEqual({
    source: '?',
    key: 'Animal ID',
    name: { column: 'Animal Name', strip: ['*'], words: [{ word: '', rows: 2, is: '?' }] },
    categoryId: {
      column: 'Animal Type',
      words: [
        { word: 'DOG', rows: 2, is: 1 },
        { word: '', rows: 1, is: '?' },
        { word: 'x "y" z', rows: 1, is: 3 },
      ],
    },
    status: {
      column: 'Outcome Type',
      words: [
        { word: 'Adoption', rows: 1, is: 'sold' },
        { word: 'Died', rows: 1, is: '?' },
        { word: '', rows: 1, is: '?' },
        { word: 'transfer', rows: 1, is: 'sold' },
      ],
    },
  });
});

it.each([
  ['ANIMALCODE\tANIMALNAME\tANIMALTYPE\tANIMALSPECIES\n', ['ANIMALCODE', 'ANIMALNAME', 'ANIMALSPECIES', '?']],
  ['Name,Type,Impound Number,Animal ID,Intake Type,Outcome Type\n', ['Animal ID', 'Name', 'Type', 'Outcome Type']],
  ['kennel,animalid,intype,outtype,animaltype\n', ['animalid', '?', 'animaltype', 'outtype']],
  ['Animal #,ARN,Animal Name,Species,Stage\n', ['Animal #', 'Animal Name', 'Species', 'Stage']],
  ['#Animal ID,Name,(Pet Status)\n', ['#Animal ID', 'Name', '?', '(Pet Status)']],
  ['Animal_Id;Animal_Type;Kennel_Status;Outcome_Type\n', ['Animal_Id', '?', 'Animal_Type', 'Outcome_Type']],
])('finds the columns of %j', async (header, columns) => {
  const { key, name, categoryId, status } = JSON.parse(await suggest(header)) as Record<string, { column?: string }>;
  expect([key, ...[name, categoryId, status].map((rule) => rule?.column)]).toEqual(columns);
});

it('needs no words for a column of numbers, and marks a column that is not found or has too many words', async () => {
  const rows = Array.from({ length: 300 }, (_, index) => `7,word ${index}\n`).join('');
  expect(JSON.parse(await suggest(`type,status\n${rows}`))).toEqual({
    name: { column: '?' },
    categoryId: { column: 'type' },
    status: { column: 'status', other: '?' },
  });
});

it('gives one number to words that differ only in capital letters', async () => {
  const { categoryId } = JSON.parse(await suggest('species\nDOG\nDOG\ncat\ndog\n')) as { categoryId: unknown };
  expect(categoryId).toEqual({
    column: 'species',
    words: [
      { word: 'DOG', rows: 2, is: 1 },
      { word: 'cat', rows: 1, is: 2 },
      { word: 'dog', rows: 1, is: 1 },
    ],
  });
});

it('says which columns it did not find, and what the header is', async () => {
  const { json, advice } = await suggestionOf(
    'Animal Inventory\n\nAnimal #,Animal Name,Species,Stage\nA1,Rex,Dog,Hold\n',
  );
  expect(JSON.parse(json)).toEqual({ name: { column: '?' }, categoryId: { column: '?' }, status: { column: '?' } });
  const lines = advice!.split('\n');
  expect(lines[0]).toBe(
    'animals.csv has no column that is known as name or categoryId or status. Its header is: "Animal Inventory"',
  );
  expect(lines[1]).toBe('If this is not its header, delete the rows above the header, and repeat --suggest');
  expect(lines.at(-1)).toMatch(
    /^no column is known as the number of an animal: add "source" and "key" if there is one/,
  );
  expect((await suggestionOf('id,name,species,status\n')).advice).toBeUndefined();
});

it('is a valid mapping when the marks are replaced', async () => {
  const text = await suggest('id,name,species,status\n1,,Dog,Gone\n2,Rex,Cat,Available\n');
  const [rules, status] = text.split('"status": {');
  const edited = `${rules!.replaceAll('"?"', '"Nameless"')}"status": {${status!.replaceAll('"?"', 'null')}`;
  expect(parseMapping('m.json', edited)).toMatchObject({ source: 'Nameless', key: 'id' });
});

it.each([
  ['', 'animals.csv is empty: it must begin with a header'],
  ['name;a,b\n', 'the header of animals.csv is ambiguous'],
  ['Name,Type,Note,NAME \nRex,Dog,,Tom\n', 'the header of animals.csv must name the column Name once'],
  ['Status ,Name,Type,Status\n', 'the header of animals.csv must name the column Status once'],
])('refuses the file %j', async (content, message) => {
  await expect(suggest(content)).rejects.toThrow(message);
});

it('ignores that the header names a column twice that the mapping does not use', async () => {
  expect(JSON.parse(await suggest('Name,Type,Note,Note\n'))).toMatchObject({ name: { column: 'Name' } });
});
