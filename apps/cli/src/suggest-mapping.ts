import { requireOnce, type CsvFile } from './csv.ts';
import { undecided } from './mapping.ts';
import { integer, missingNames } from './pet-columns.ts';

/** Maximum number of different words of a column, and their length. A column with more is text, such as a breed or a note. */
const maxWords = 200;
const maxWordLength = 100;

/** Names of columns, the best first, in small letters without other characters and without `animal` or `pet` at the start. */
const columnNames = {
  key: ['id', 'code', 'sheltercode', 'number', 'reference', 'impoundnumber'],
  name: ['name'],
  categoryId: ['categoryid', 'species', 'type', 'kind', 'speciesname', 'category'],
  status: [
    'status',
    'adoptionstatus',
    'outcometype',
    'outcome',
    'outtype',
    'movementtype',
    'kennelstatus',
    'currentstatus',
  ],
};

/** Words of other programs. Other words, such as `Died` or an empty cell, are left to the operator. */
const statusWords = new Map([
  ...['available', 'adoptable', 'available for adoption'].map((word) => [word, 'available'] as const),
  ...['pending', 'adoption pending', 'hold', 'on hold', 'reserved'].map((word) => [word, 'pending'] as const),
  ...[
    ...['sold', 'adopted', 'adoption', 'transfer', 'transferred', 'reclaimed'],
    ...['return to owner', 'returned to owner', 'rto', 'rto-adopt'],
  ].map((word) => [word, 'sold'] as const),
]);

/** Counts the words of a column, in bounded memory. */
class WordCount {
  private readonly counts = new Map<string, number>();
  /** Whether the column has so many words that it is text. */
  isText = false;

  add(cell: string): void {
    const word = cell.trim();
    const count = this.counts.get(word);
    if (count === undefined && (this.counts.size >= maxWords || word.length > maxWordLength)) this.isText = true;
    else this.counts.set(word, (count ?? 0) + 1);
  }

  /** Returns the words and their numbers of rows, the most frequent first. */
  sorted(): [word: string, rows: number][] {
    return [...this.counts].sort(([, first], [, second]) => second - first);
  }
}

/**
 * Reads a file, and returns JSON for `import --mapping`. What it could not decide is marked with `undecided`.
 * @throws OperatorError if the header names a column of the mapping twice
 */
export async function suggestMapping(file: CsvFile): Promise<string> {
  const { header } = file;
  const keyIndex = findColumn(file, columnNames.key);
  const nameIndex = findColumn(file, columnNames.name);
  const categoryIndex = findColumn(file, columnNames.categoryId);
  const statusIndex = findColumn(file, columnNames.status);
  let [starred, unnamed] = [0, 0];
  const [categories, statuses] = [new WordCount(), new WordCount()];
  for await (const rows of file.groups) {
    for (const { cells } of rows) {
      const name = (cells[nameIndex] ?? '').trim();
      // Shelters put a star before a name that they, and not an owner, have given.
      if (name.startsWith('*')) starred += 1;
      if (name.replace(/^\*+/, '') === '' || missingNames.includes(name)) unnamed += 1;
      categories.add(cells[categoryIndex] ?? '');
      statuses.add(cells[statusIndex] ?? '');
    }
  }
  const key = header[keyIndex];
  // JSON.stringify omits a member that is undefined. Without a key, the mapping needs no source.
  const name = {
    column: header[nameIndex],
    strip: starred > 0 ? ['*'] : undefined,
    words: unnamed > 0 ? [{ word: '', rows: unnamed, is: undecided }] : undefined,
  };
  return format({
    source: key && undecided,
    key,
    name: nameIndex < 0 ? { other: undecided } : name,
    categoryId: ruleOf(header[categoryIndex], categories, numbersOf),
    status: ruleOf(header[statusIndex], statuses, (words) =>
      words.map(([word]) => statusWords.get(word.toLowerCase()) ?? undecided),
    ),
  });
}

/** Returns the index in the header of the first of these names that it has, or -1. @throws OperatorError if the header names it twice */
function findColumn(file: CsvFile, names: readonly string[]): number {
  const letters = file.header.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ''));
  const columns = letters.map((cell) => cell.replace(/^(?:animal|pet)/, ''));
  const found = names.find((name) => columns.includes(name));
  const index = found === undefined ? -1 : columns.indexOf(found);
  requireOnce(file, [file.header[index]]);
  return index;
}

/** @param meanings returns the meaning of each word, or nothing if the words mean themselves */
function ruleOf(
  column: string | undefined,
  count: WordCount,
  meanings: (words: readonly [string, number][]) => unknown[] | undefined,
): object {
  if (column === undefined) return { other: undecided };
  if (count.isText) return { column, other: undecided };
  const words = count.sorted();
  const is = meanings(words);
  return { column, words: is && words.map(([word, rows], index) => ({ word, rows, is: is[index] })) };
}

/** Numbers the words, the most frequent first, unless all words are numbers. */
function numbersOf(words: readonly [string, number][]): unknown[] | undefined {
  if (words.every(([word]) => integer.test(word))) return undefined;
  return words.map(([word], index) => (word === '' ? undecided : index + 1));
}

/** Returns JSON with each word on one line. */
function format(mapping: object): string {
  const json = JSON.stringify(mapping, undefined, 2).replace(/\[\s+"\*"\s+\]/, '["*"]');
  return `${json.replace(/\{\s+("word": .*)\s+("rows": .*)\s+("is": .*)\s+\}/g, '{ $1 $2 $3 }')}\n`;
}
