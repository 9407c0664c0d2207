import { DomainError } from '@petstore/kernel';
import { NewPet, type PetField, type PetSnapshot } from '@petstore/pets-domain';
import { OperatorError } from '@petstore/operations';
import { toCsv, type CsvRow } from './csv.ts';
import type { InvalidRows } from './invalid-rows.ts';

type Column = keyof typeof NewPet.fields;

/** The columns that `import` reads: the members of NewPet. */
const importColumns = Object.keys(NewPet.fields) as Column[];

/** The columns that `export` writes. */
export const exportColumns = ['id', ...importColumns] as const;

export const requiredColumns = importColumns.filter((column) => NewPet.fields[column].isRequired);
export const optionalColumns = importColumns.filter((column) => !NewPet.fields[column].isRequired);

/** The header of an export, and of the rows of an export that `--skip-invalid` wrote to a file. */
const exportHeader = new RegExp(`^(?:row,reason,)?${exportColumns.join()}$`);

/** What programs and people write if there is no name. "Na" and "Null" are names: a real shelter has an animal called Na. */
const missingNames = 'NA na N/A n/a N.A. n.a. #NA #N/A <NA> NaN nan NULL null (null) \\N ? - -- --- – —'.split(' ');

/**
 * Yields a NewPet for each valid row.
 * @param rows the header first
 * @param invalidRows gets the other rows. Its `finish` is called after the last row.
 * @param unnamed name for animals whose name is missing. Without it, such rows are invalid.
 * @throws OperatorError if the header lacks a column or repeats one, or what `invalidRows` throws
 */
export async function* readNewPets(
  rows: AsyncIterable<CsvRow>,
  invalidRows: InvalidRows,
  unnamed?: string,
): AsyncGenerator<NewPet> {
  let header: CsvRow | undefined;
  let names: readonly string[] = [];
  let missing: readonly string[] = [];
  for await (const row of rows) {
    if (!header) {
      header = row;
      names = columnNames(row);
      // An export has the exact names of the animals.
      missing = exportHeader.test(row.cells.join()) ? [] : missingNames;
      continue;
    }
    const result = parseRow(names, row, missing, unnamed);
    if (result instanceof NewPet) yield result;
    else await invalidRows.add(header, row, result.reason);
  }
  if (!header) throw new OperatorError('the file is empty: it must begin with a header');
  await invalidRows.finish();
}

/**
 * Returns the names of the columns in the spelling of `importColumns`, and an empty name for each other column. Capital letters make no
 * difference. Otherwise the column `Status` would be ignored, and every animal would be available.
 */
function columnNames({ cells }: CsvRow): string[] {
  const spellings = new Map(importColumns.map((column) => [column.toLowerCase(), column]));
  const names = cells.map((cell) => spellings.get(cell.trim().toLowerCase()) ?? '');
  const missing = requiredColumns.filter((column) => !names.includes(column));
  if (missing.length > 0) {
    throw new OperatorError(
      `the header must name the columns ${requiredColumns.join(' and ')}; it lacks ${missing.join(' and ')}`,
    );
  }
  const repeated = importColumns.find((column) => names.indexOf(column) !== names.lastIndexOf(column));
  if (repeated !== undefined) throw new OperatorError(`the header must name the column ${repeated} once`);
  return names;
}

/**
 * Returns the NewPet, or the reason why the row is invalid. A reason has no text of the row, so that equal faults have equal reasons.
 * @param missing the names that mean that the animal has none
 */
function parseRow(
  names: readonly string[],
  { cells }: CsvRow,
  missing: readonly string[],
  unnamed?: string,
): NewPet | { reason: string } {
  if (cells.every((cell) => cell.trim() === '')) return { reason: 'the row is empty: delete it' };
  if (cells.length !== names.length) {
    return {
      reason:
        `the row has ${cells.length} columns, the header ${names.length}: ` +
        'separate cells with commas, and put a cell that contains a comma in quotation marks',
    };
  }
  const textOf = (column: Column) => cells[names.indexOf(column)] ?? '';
  const name = textOf('name').trim();
  const isUnnamed = name === '' || missing.includes(name);
  const reasons: string[] = [];
  if (isUnnamed && unnamed === undefined) {
    const advice = '--unnamed <text> gives such animals a name';
    reasons.push(
      name === ''
        ? `name is empty: ${advice}`
        : `name is a word for a missing one, such as NA or -: ${advice}; in a file with the header ${exportColumns.join()} it is a name`,
    );
  }
  const member = (column: Column) =>
    // Without `--unnamed`, the row is invalid already. The text 'unnamed' is a valid name, with which `NewPet.of` checks the other members.
    column === 'name' && isUnnamed ? (unnamed ?? 'unnamed') : parseCell(column, textOf(column));
  try {
    const newPet = NewPet.of(Object.fromEntries(importColumns.map((column) => [column, member(column)])));
    if (reasons.length === 0) return newPet;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    reasons.push(error.message, ...importColumns.flatMap((column) => adviceOn(column, textOf(column))));
  }
  return { reason: reasons.join('; ') };
}

/** An integer, also as programs write it that take every number as a fraction: "7.0". */
const integer = /^(-?[0-9]+)(?:\.0+)?$/;

/**
 * Converts a cell to the type that `NewPet.of` expects. Returns undefined for an empty cell if the member is an integer or
 * optional. Text that is not an integer stays text, so that `NewPet.of` rejects it.
 */
function parseCell(column: Column, text: string): unknown {
  const { type, isRequired } = NewPet.fields[column] as PetField;
  if (text === '' && (type === 'integer' || !isRequired)) return undefined;
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  const [, digits] = (type === 'integer' && integer.exec(text)) || [];
  return digits === undefined ? text : BigInt(digits);
}

/** Returns what the operator must do, in addition to the message of the domain, which does not know spreadsheets. */
function adviceOn(column: Column, text: string): string[] {
  if (column === 'name') return [];
  const trimmed = text.trim();
  const advice = text === trimmed ? [] : [`remove the spaces around ${column}`];
  if (NewPet.fields[column].type !== 'integer' || integer.test(trimmed) || !/\p{Nd}/u.test(trimmed)) return advice;
  // Not accepted, although it is an integer in JSON: a spreadsheet makes 9.00719925474099E+15 of 9007199254740993.
  const hasExponent = /^[+-]?[0-9.,]+e[+-]?[0-9]+$/i.test(trimmed);
  return [
    ...advice,
    hasExponent
      ? `a spreadsheet has probably rounded ${column}: take the number from the original file, and format its column as text`
      : `write ${column} in digits, without separators and other signs, as in 1234 or -7`,
  ];
}

/** Returns a row of CSV for each pet, with the `exportColumns`. A member that the pet does not have is an empty cell. */
export function petsToCsv(pets: readonly PetSnapshot[]): string {
  const cell = (pet: PetSnapshot, column: (typeof exportColumns)[number]) => {
    const value: string | number | boolean | null | undefined = pet[column];
    if (typeof value !== 'string') return typeof value === 'boolean' ? String(value) : value;
    return column === 'id' || NewPet.fields[column].type === 'integer' ? BigInt(value) : value;
  };
  return toCsv(pets.map((pet) => exportColumns.map((column) => cell(pet, column))));
}
