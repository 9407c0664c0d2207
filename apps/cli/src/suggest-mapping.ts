import type { CsvRow } from './csv.ts';
import { undecided } from './mapping.ts';
import { integer, missingNames } from './pet-columns.ts';
import { requireOnce } from './pet-csv.ts';

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
  ...['sold', 'adopted', 'adoption', 'transfer', 'transferred', 'reclaimed', 'rto'].map(
    (word) => [word, 'sold'] as const,
  ),
  ...['return to owner', 'returned to owner', 'rto-adopt'].map((word) => [word, 'sold'] as const),
]);

/** Counts the words of a column, in bounded memory. */
class WordCount {
  private readonly counts = new Map<string, number>();
  /** Whether the column has so many words that it is text. */
  isText = false;

  constructor(readonly index: number) {}

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
 * @param path of the file, for messages
 * @param groups of rows, the header first
 * @throws OperatorError if the header names a column of the mapping twice
 */
export async function suggestMapping(path: string, groups: AsyncIterable<CsvRow[]>): Promise<string> {
  let header: readonly string[] | undefined;
  let [keyIndex, nameIndex] = [-1, -1];
  let [starred, unnamed] = [0, 0];
  const counts: WordCount[] = [];
  let categories: WordCount | undefined;
  let statuses: WordCount | undefined;
  for await (const rows of groups) {
    for (const { cells } of rows) {
      if (!header) {
        header = cells;
        const { key, name, categoryId, status } = columnNames;
        const indexes = [key, name, categoryId, status].map((names) => findColumn(cells, names));
        requireOnce(
          path,
          cells,
          indexes.map((index) => cells[index]),
        );
        [keyIndex, nameIndex] = indexes as [number, number];
        [categories, statuses] = indexes.slice(2).map((index) => (index < 0 ? undefined : new WordCount(index)));
        counts.push(...[categories, statuses].filter((count) => count !== undefined));
        continue;
      }
      const name = (cells[nameIndex] ?? '').trim();
      if (name.startsWith('*')) starred += 1;
      if (name.replace(/^\*+/, '') === '' || missingNames.includes(name)) unnamed += 1;
      for (const count of counts) count.add(cells[count.index] ?? '');
    }
  }
  // `readCsv` refuses a file without a header.
  const key = header![keyIndex];
  const name = {
    column: header![nameIndex]!,
    ...(starred > 0 ? { strip: ['*'] } : {}),
    ...(unnamed > 0 ? { words: [{ word: '', rows: unnamed, is: undecided }] } : {}),
  };
  return format({
    ...(key === undefined ? {} : { source: undecided, key }),
    name: nameIndex < 0 ? { other: undecided } : name,
    categoryId: ruleOf(header!, categories, numbersOf),
    status: ruleOf(header!, statuses, (words) =>
      words.map(([word]) => statusWords.get(word.toLowerCase()) ?? undecided),
    ),
  });
}

function findColumn(header: readonly string[], names: readonly string[]): number {
  const columns = header.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ''));
  const bare = columns.map((column) => column.replace(/^(?:animal|pet)/, ''));
  const found = names.map((name) => bare.indexOf(name)).filter((index) => index >= 0);
  return found[0] ?? -1;
}

/** @param meanings returns the meaning of each word, or nothing if the words mean themselves */
function ruleOf(
  header: readonly string[],
  count: WordCount | undefined,
  meanings: (words: readonly [string, number][]) => unknown[] | undefined,
): object {
  if (!count) return { other: undecided };
  const column = header[count.index]!;
  if (count.isText) return { column, other: undecided };
  const words = count.sorted();
  const is = meanings(words);
  return is ? { column, words: words.map(([word, rows], index) => ({ word, rows, is: is[index] })) } : { column };
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
