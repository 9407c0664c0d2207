import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { NewPet } from '@petstore/pets-domain';
import { OperatorError } from '@petstore/operations';
import { isLosslessNumber, parse } from 'lossless-json';
import { faultOf, importColumns, missingNames, optionalColumns, type Column } from './pet-columns.ts';

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

/** Maximum size of a file. One of 200 words has 20 KB. */
const maxBytes = 1_048_576;

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

/** Reads the file of `import --mapping`. @throws OperatorError if it cannot be read, or what `parseMapping` throws */
export async function readMapping(path: string): Promise<Mapping> {
  // A pipe has no size, but one byte more says that the file is too large.
  const bytes = await buffer(createReadStream(path, { end: maxBytes })).catch((error: Error) => {
    throw new OperatorError(`${path} cannot be read: ${error.message}`);
  });
  if (bytes.length > maxBytes) throw new OperatorError(`the mapping ${path} has more than ${maxBytes} bytes`);
  if (!isUtf8(bytes)) throw new OperatorError(`the mapping ${path} is not UTF-8: save it as UTF-8`);
  return parseMapping(path, bytes.toString().replace(/^\ufeff/, ''));
}

/**
 * Reads the JSON of a mapping. Numbers are exact, and a member that is there twice with different values is refused.
 * @throws OperatorError with a line for each fault
 */
export function parseMapping(path: string, json: string): Mapping {
  const faults: string[] = [];
  let value: unknown;
  try {
    value = parse(json);
  } catch (error) {
    const reason =
      error instanceof RangeError
        ? 'nested too deeply: four levels of objects and lists are allowed'
        : `not valid JSON: ${(error as Error).message}`;
    throw new OperatorError(`the mapping ${path} is ${reason}`);
  }
  const mapping = mappingOf(value, faults);
  if (faults.length === 0) return mapping;
  const more = faults.length > maxFaults ? [`and ${faults.length - maxFaults} more`] : [];
  throw new OperatorError([`the mapping ${path} is not valid:`, ...faults.slice(0, maxFaults), ...more].join('\n'));
}

// Each of the following functions adds the faults of its part to `faults`, so that the operator sees all at once.

function mappingOf(value: unknown, faults: string[]): Mapping {
  const members = membersOf(value, 'the mapping', ['source', 'key', ...importColumns], faults);
  const [source, key] = [textOf(members.get('source'), 'source', faults), textOf(members.get('key'), 'key', faults)];
  if (members.has('source') !== members.has('key')) faults.push('source and key must both be there, or neither');
  const rules = importColumns.map((column) => [column, ruleOf(column, members.get(column), faults)]);
  return { isOfOperator: true, source, key, rules: Object.fromEntries(rules) as Mapping['rules'] };
}

function ruleOf(column: Column, value: unknown, faults: string[]): Rule {
  if (value === undefined && NewPet.fields[column].isRequired) faults.push(`${column} is missing`);
  if (value === undefined) return {};
  const members = membersOf(value, column, ['column', 'strip', 'words', 'other'], faults);
  if (!members.has('column') && !members.has('other')) faults.push(`${column} must have column or other`);
  const words = new Map<string, string | null>();
  for (const [index, entry] of listOf(members.get('words'), `${column}.words`, faults).entries()) {
    const word = membersOf(entry, `${column}.words[${index}]`, ['word', 'rows', 'is'], faults);
    const text = word.get('word');
    if (typeof text !== 'string') {
      faults.push(`${column}.words[${index}].word must be a text`);
      continue;
    }
    const at = `${column}, word ${JSON.stringify(text)},`;
    if (words.has(text.trim())) faults.push(`${at} occurs twice`);
    else words.set(text.trim(), valueOf(column, word.get('is'), at, faults));
  }
  const strip = listOf(members.get('strip'), `${column}.strip`, faults) as string[];
  if (strip.some((prefix) => typeof prefix !== 'string' || prefix === '')) {
    faults.push(`${column}.strip must have texts that are not empty`);
  }
  const other = members.has('other') ? valueOf(column, members.get('other'), `${column}.other`, faults) : undefined;
  return { column: textOf(members.get('column'), `${column}.column`, faults), strip, words, other };
}

function valueOf(column: Column, value: unknown, at: string, faults: string[]): string | null {
  if (value === undecided) faults.push(`${at} is undecided: replace "${undecided}"`);
  else if (isLosslessNumber(value) || typeof value === 'string' || typeof value === 'boolean') {
    const text = String(value);
    const fault = faultOf(column, text);
    if (fault !== undefined) faults.push(`${at} has a wrong meaning: ${fault}`);
    return text;
  } else if (value !== null) faults.push(`${at} must mean a value of ${column}, or null, which refuses the row`);
  return null;
}

/** The entries of a Map cannot be inherited: `__proto__` is a name like others. */
function membersOf(value: unknown, at: string, allowed: readonly string[], faults: string[]): Map<string, unknown> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
  if (!isObject) faults.push(`${at} must be an object of JSON`);
  const members = new Map<string, unknown>(isObject ? Object.entries(value) : []);
  for (const name of members.keys()) {
    if (allowed.includes(name)) continue;
    faults.push(`${at} has the unknown member ${JSON.stringify(name)}; allowed are ${allowed.join(', ')}`);
  }
  return members;
}

function listOf(value: unknown = [], at: string, faults: string[]): unknown[] {
  if (Array.isArray(value)) return value;
  faults.push(`${at} must be a list`);
  return [];
}

function textOf(value: unknown, at: string, faults: string[]): string | undefined {
  if (value === undefined) return undefined;
  if (value === undecided) faults.push(`${at} is undecided: replace "${undecided}"`);
  else if (typeof value === 'string' && value.trim() !== '' && value.length <= maxTextLength) return value.trim();
  else faults.push(`${at} must be a text of 1 to ${maxTextLength} characters`);
  return undefined;
}
