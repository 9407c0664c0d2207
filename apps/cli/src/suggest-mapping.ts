import { requireOnce, type CsvFile } from './csv.ts';
import { undecided } from './mapping.ts';
import { integer, missingNames } from './pet-columns.ts';

/** Maximum number of different words of a column, and their length. A column with more is text, such as a breed or a note. */
const maxWords = 200;
const maxWordLength = 100;

/** Maximum length of the header in a message. */
const maxHeaderLength = 2_000;

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
    'stage',
  ],
};

/** Words of other programs. Other words, such as `Died` or an empty cell, are left to the operator. */
const statusWords = new Map([
  ...['available', 'adoptable', 'available for adoption'].map((word) => [word, 'available'] as const),
  ...['pending', 'adoption pending', 'pending adoption', 'hold', 'on hold', 'reserved'].map(
    (word) => [word, 'pending'] as const,
  ),
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

/** A mapping for a file, and what the operator must know of it. */
export interface SuggestedMapping {
  /** For `import --mapping`. What could not be decided is marked with `undecided`. */
  readonly json: string;
  /** Is missing if each member has a column. */
  readonly advice: string | undefined;
}

/**
 * Reads a file, and suggests a mapping for it.
 * @throws OperatorError if the header names a column of the mapping twice
 */
export async function suggestMapping(file: CsvFile): Promise<SuggestedMapping> {
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
  const json = format({
    source: key && undecided,
    key,
    name: nameIndex < 0 ? { column: undecided } : name,
    categoryId: ruleOf(header[categoryIndex], categories, numbersOf),
    status: ruleOf(header[statusIndex], statuses, (words) =>
      words.map(([word]) => statusWords.get(word.toLowerCase()) ?? undecided),
    ),
  });
  return {
    json,
    advice: adviceOn(file, { key: keyIndex, name: nameIndex, categoryId: categoryIndex, status: statusIndex }),
  };
}

/** Says what to do about columns that were not found. Their index is -1. */
function adviceOn(
  { path, header }: CsvFile,
  { key, ...members }: Readonly<Record<string, number>>,
): string | undefined {
  const missing = Object.keys(members).filter((member) => members[member]! < 0);
  const advice: string[] = [];
  if (missing.length > 0) {
    const columns = header.map((cell) => JSON.stringify(cell)).join(', ');
    advice.push(
      `${path} has no column that is known as ${missing.join(' or ')}. Its header is: ${columns.slice(0, maxHeaderLength)}`,
      'If this is not its header, delete the rows above the header, and repeat --suggest',
      'Otherwise replace "column": "?" by the right column or, if there is none, by "other" and the value for all animals',
    );
  }
  if (key === -1) {
    advice.push(
      'no column is known as the number of an animal: add "source" and "key" if there is one. Without them, a second import creates all animals again',
    );
  }
  return advice.length > 0 ? advice.join('\n') : undefined;
}

/** Returns the index in the header of the first of these names that it has, or -1. @throws OperatorError if the header names it twice */
function findColumn(file: CsvFile, names: readonly string[]): number {
  const letters = file.header.map((cell) =>
    cell
      .replace(/#\s*$/, 'number')
      .toLowerCase()
      .replace(/[^a-z]/g, ''),
  );
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
  if (column === undefined) return { column: undecided };
  if (count.isText) return { column, other: undecided };
  const words = count.sorted();
  const is = meanings(words);
  return { column, words: is && words.map(([word, rows], index) => ({ word, rows, is: is[index] })) };
}

/** Numbers the words, the most frequent first, unless all words are numbers. `Dog` and `DOG` get the same number. */
function numbersOf(words: readonly [string, number][]): unknown[] | undefined {
  if (words.every(([word]) => integer.test(word))) return undefined;
  const different = [...new Set(words.map(([word]) => word.toLowerCase()))];
  return words.map(([word]) => (word === '' ? undecided : different.indexOf(word.toLowerCase()) + 1));
}

/** Returns JSON with each word on one line. */
function format(mapping: object): string {
  const json = JSON.stringify(mapping, undefined, 2).replace(/\[\s+"\*"\s+\]/, '["*"]');
  return `${json.replace(/\{\s+("word": .*)\s+("rows": .*)\s+("is": .*)\s+\}/g, '{ $1 $2 $3 }')}\n`;
}
