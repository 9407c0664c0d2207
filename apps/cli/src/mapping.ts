import { DomainError } from '@petstore/kernel';
import { NewPet } from '@petstore/pets-domain';
import { OperatorError } from '@petstore/operations';
import { importColumns, missingNames, optionalColumns, parseCell, type Column } from './pet-columns.ts';

/** How a member of an animal is read from a row. A meaning is the text of a cell of ours, or null, which refuses the row. */
export interface Rule {
  /** Without a column, the cell counts as empty. */
  readonly column?: string | undefined;
  /** Texts that are removed from the beginning of a cell. */
  readonly strip?: readonly string[];
  /** The meaning of each word. A word is a whole cell, without `strip` and white space around it. */
  readonly words?: ReadonlyMap<string, string | null>;
  /** The meaning of every other word. Without it, a word means itself. */
  readonly other?: string | null | undefined;
}

/** How the animals of a file are read: the file of `import --mapping`, or the columns that `import` knows. */
export interface Mapping {
  /** Whether cells are trimmed, and must have the columns of all rules. Otherwise optional columns can be missing. */
  readonly isOfOperator: boolean;
  /** Name of the program that identifies its animals by `key`. */
  readonly source?: string | undefined;
  /** The column that identifies an animal in its source. */
  readonly key?: string | undefined;
  readonly rules: Readonly<Partial<Record<Column, Rule>>>;
}

/** The mark of what `import --suggest` could not decide. */
export const undecided = '?';

const maxFaults = 20;
const maxTextLength = 255;

/** The mapping without a file. @param unnamed the name of animals without one */
export function ownMapping(unnamed?: string): Mapping {
  const rules = Object.fromEntries(importColumns.map((column): [Column, Rule] => [column, { column }]));
  if (unnamed !== undefined) rules['name'] = { column: 'name', words: new Map([['', unnamed]]) };
  return { isOfOperator: false, rules };
}

/** Returns the columns that a file must have. */
export function columnsOf({ isOfOperator, key, rules }: Mapping): string[] {
  const needed = importColumns.filter((column) => isOfOperator || !optionalColumns.includes(column));
  return [key, ...needed.map((column) => rules[column]?.column)].filter((column) => column !== undefined);
}

/** Returns what a cell means. */
export function meaningOf({ strip, words, other }: Rule, cell: string, isTrimmed: boolean): string | null {
  let word = cell.trim();
  let prefix: string | undefined;
  while ((prefix = strip?.find((each) => word.startsWith(each)))) word = word.slice(prefix.length).trimStart();
  const meaning = words?.get(word);
  if (meaning !== undefined) return meaning;
  if (other !== undefined) return other;
  return isTrimmed ? word : cell;
}

/** Returns the rule of a name, with the words that programs write for a missing one. They mean what an empty cell means. */
export function withMissingNames(rule: Rule): Rule {
  const empty = meaningOf(rule, '', true);
  return { ...rule, words: new Map([...missingNames.map((word) => [word, empty] as const), ...(rule.words ?? [])]) };
}

/**
 * Reads the JSON of `import --mapping`.
 * @throws OperatorError with a line for each fault
 */
export function parseMapping(path: string, json: string): Mapping {
  const faults: string[] = [];
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new OperatorError(`the mapping ${path} is not JSON: ${(error as Error).message}`);
  }
  const mapping = new MappingReader(faults).read(value);
  if (faults.length === 0) return mapping;
  const more = faults.length > maxFaults ? [`and ${faults.length - maxFaults} more`] : [];
  throw new OperatorError([`the mapping ${path} is not valid:`, ...faults.slice(0, maxFaults), ...more].join('\n'));
}

/** Reads the parts of a mapping, and collects their faults, so that the operator sees all at once. */
class MappingReader {
  constructor(private readonly faults: string[]) {}

  read(value: unknown): Mapping {
    const members = this.members(value, 'the mapping', ['source', 'key', ...importColumns]);
    const [source, key] = [this.text(members, 'source'), this.text(members, 'key')];
    if (members.has('source') !== members.has('key')) this.faults.push('source and key must both be there, or neither');
    const rules = importColumns.map((column): [Column, Rule] => [column, this.rule(column, members.get(column))]);
    return { isOfOperator: true, source, key, rules: Object.fromEntries(rules) };
  }

  private rule(column: Column, value: unknown): Rule {
    if (value === undefined && NewPet.fields[column].isRequired) this.faults.push(`${column} is missing`);
    if (value === undefined) return {};
    const members = this.members(value, column, ['column', 'strip', 'words', 'other']);
    if (!members.has('column') && !members.has('other')) this.faults.push(`${column} must have column or other`);
    const words = new Map<string, string | null>();
    for (const [index, entry] of this.list(members, column, 'words').entries()) {
      const word = this.members(entry, `${column}.words[${index}]`, ['word', 'rows', 'is']);
      const text = word.get('word');
      const at = `${column}, word ${JSON.stringify(text)},`;
      if (typeof text !== 'string') this.faults.push(`${column}.words[${index}].word must be a text`);
      else if (words.has(text.trim())) this.faults.push(`${at} occurs twice`);
      else words.set(text.trim(), this.meaning(column, word.get('is'), at));
    }
    const strip = this.list(members, column, 'strip').filter((prefix) => {
      if (typeof prefix === 'string' && prefix !== '') return true;
      this.faults.push(`${column}.strip must have texts that are not empty`);
      return false;
    }) as string[];
    const other = members.has('other') ? this.meaning(column, members.get('other'), `${column}.other`) : undefined;
    return { column: this.text(members, 'column', `${column}.column`), strip, words, other };
  }

  private meaning(column: Column, value: unknown, at: string): string | null {
    if (value === null) return null;
    if (value === undecided) this.faults.push(`${at} is undecided: replace "${undecided}"`);
    else if (typeof value === 'number' && !Number.isSafeInteger(value)) {
      this.faults.push(`${at} must mean an integer, in quotation marks if it has more than 15 digits`);
    } else if (!['string', 'number', 'boolean'].includes(typeof value)) {
      this.faults.push(`${at} must mean a value of ${column}, or null, which refuses the row`);
    } else {
      try {
        NewPet.fields[column].of(parseCell(column, String(value)));
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        this.faults.push(`${at} has a wrong meaning: ${error.message}`);
      }
    }
    return String(value);
  }

  /** The entries of a Map cannot be inherited: `__proto__` is a name like others. */
  private members(value: unknown, at: string, allowed: readonly string[]): Map<string, unknown> {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.faults.push(`${at} must be an object of JSON`);
      return new Map();
    }
    const members = new Map<string, unknown>(Object.entries(value));
    for (const name of members.keys()) {
      if (allowed.includes(name)) continue;
      this.faults.push(`${at} has the unknown member ${JSON.stringify(name)}; allowed are ${allowed.join(', ')}`);
    }
    return members;
  }

  private list(members: ReadonlyMap<string, unknown>, column: Column, name: string): unknown[] {
    const value = members.get(name) ?? [];
    if (Array.isArray(value)) return value;
    this.faults.push(`${column}.${name} must be a list`);
    return [];
  }

  private text(members: ReadonlyMap<string, unknown>, name: string, at = name): string | undefined {
    const value = members.get(name);
    if (value === undefined) return undefined;
    if (value === undecided) this.faults.push(`${at} is undecided: replace "${undecided}"`);
    else if (typeof value === 'string' && value.trim() !== '' && value.length <= maxTextLength) return value.trim();
    else this.faults.push(`${at} must be a text of 1 to ${maxTextLength} characters`);
    return undefined;
  }
}
