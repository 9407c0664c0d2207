import { DomainError } from '@petstore/kernel';
import type { PetToImport } from '@petstore/pets-application';
import { NewPet, PetId, petToJson, type PetSnapshot } from '@petstore/pets-domain';
import { escapeControlCharactersInJson, OperatorError } from '@petstore/operations';
import { stringify } from 'lossless-json';
import { toCsv, type CsvRow } from './csv.ts';
import type { InvalidRows } from './invalid-rows.ts';
import { columnsOf, meaningOf, type Mapping } from './mapping.ts';
import {
  exportColumns,
  importColumns,
  integer,
  isIntegerColumn,
  missingNames,
  parseCell,
  type Column,
} from './pet-columns.ts';

/** The header of an export, and of the rows of an export that `--skip-invalid` wrote to a file. */
const exportHeader = new RegExp(`^(?:row,reason,)?${exportColumns.join()}$`);

const maxKeyLength = 255;

/** Where the members of an animal are in the rows of a file. */
interface Layout {
  readonly header: CsvRow;
  readonly mapping: Mapping;
  /** For each of `importColumns` the index of its cell. -1 for none. */
  readonly indexes: readonly number[];
  readonly keyIndex: number;
  /** In an export, the index of `id`. */
  readonly idIndex: number;
  /** The words that mean that an animal has no name. */
  readonly missing: readonly string[];
}

/**
 * Yields an animal for each valid row.
 * @param rows the header first
 * @param invalidRows gets the other rows. Its `finish` is called after the last row.
 * @throws OperatorError if the header lacks a column or repeats one, or what `invalidRows` throws
 */
export async function* readNewPets(
  rows: AsyncIterable<CsvRow>,
  invalidRows: InvalidRows,
  mapping: Mapping,
): AsyncGenerator<PetToImport> {
  let layout: Layout | undefined;
  for await (const row of rows) {
    if (!layout) {
      layout = layoutOf(row, mapping);
      continue;
    }
    const result = parseRow(layout, row);
    if ('newPet' in result) yield result;
    else await invalidRows.add(layout.header, row, result.reason);
  }
  if (!layout) throw new OperatorError('the file is empty: it must begin with a header');
  await invalidRows.finish();
}

/** Whether a header has the columns of the mapping. */
export function hasColumnsOf(mapping: Mapping): (header: readonly string[]) => boolean {
  return (header) => columnsOf(mapping).every((column) => indexesOf(header, column).length > 0);
}

/** Capital letters make no difference. Otherwise the column `Status` would be ignored, and every animal would be available. */
function indexesOf(header: readonly string[], column: string | undefined): number[] {
  const isColumn = (cell: string) => cell.trim().toLowerCase() === column?.toLowerCase();
  return header.flatMap((cell, index) => (isColumn(cell) ? [index] : []));
}

function layoutOf(header: CsvRow, mapping: Mapping): Layout {
  const needed = columnsOf(mapping);
  const missing = needed.filter((column) => indexesOf(header.cells, column).length === 0);
  if (missing.length > 0) {
    throw new OperatorError(
      `the header must name the columns ${needed.join(' and ')}; it lacks ${missing.join(' and ')}`,
    );
  }
  const columns = importColumns.map((column) => mapping.rules[column]?.column);
  const repeated = [mapping.key, ...columns].find((column) => indexesOf(header.cells, column).length > 1);
  if (repeated !== undefined) throw new OperatorError(`the header must name the column ${repeated} once`);
  const indexOf = (column: string | undefined) => indexesOf(header.cells, column)[0] ?? -1;
  const isExport = exportHeader.test(header.cells.join());
  return {
    header,
    mapping,
    indexes: columns.map(indexOf),
    keyIndex: indexOf(mapping.key),
    idIndex: isExport ? indexOf('id') : -1,
    // An export has the exact names of the animals.
    missing: isExport ? [] : missingNames,
  };
}

/** Returns the animal, or the reason why the row is invalid. A reason has no text of the row, so that equal faults have equal reasons. */
function parseRow(
  { header, mapping, indexes, keyIndex, idIndex, missing }: Layout,
  { number, cells }: CsvRow,
): PetToImport | { reason: string } {
  if (cells.every((cell) => cell.trim() === '')) return { reason: 'the row is empty: delete it' };
  if (cells.length !== header.cells.length) {
    return {
      reason:
        `the row has ${cells.length} columns, the header ${header.cells.length}: ` +
        'separate cells as in the header, and put a cell that contains the separator in quotation marks',
    };
  }
  const reasons: string[] = [];
  const meanings = importColumns.map((column, index) => {
    const [rule = {}, cell = ''] = [mapping.rules[column], cells[indexes[index]!]];
    const meaning = meaningOf(rule, cell, mapping.isOfOperator, column === 'name' ? missing : []);
    // A word of the mapping, so there are few.
    if (meaning === null) reasons.push(`the mapping refuses the ${column} ${JSON.stringify(cell.trim())}`);
    return meaning;
  });
  if (reasons.length > 0) return { reason: reasons.join('; ') };
  const textOf = (column: Column) => meanings[importColumns.indexOf(column)] ?? '';
  const isUnnamed = textOf('name').trim() === '';
  if (isUnnamed) {
    const advice = mapping.isOfOperator
      ? 'add the word "" to the mapping'
      : '--unnamed <text> gives such animals a name';
    reasons.push(
      !missing.includes(cells[indexes[importColumns.indexOf('name')]!]?.trim() ?? '')
        ? `name is empty: ${advice}`
        : `name is a word for a missing one, such as NA or -: ${advice}; in a file with the header ${exportColumns.join()} it is a name`,
    );
  }
  const key = cells[keyIndex]?.trim();
  if (key === '') reasons.push(`${mapping.key} is empty: the next import could not recognise the animal by it`);
  if (key && key.length > maxKeyLength) reasons.push(`${mapping.key} has more than ${maxKeyLength} characters`);
  const member = (column: Column) =>
    // The row is invalid already. The text 'unnamed' is a valid name, with which `NewPet.of` checks the other members.
    column === 'name' && isUnnamed ? 'unnamed' : parseCell(column, textOf(column));
  try {
    const newPet = NewPet.of(Object.fromEntries(importColumns.map((column) => [column, member(column)])));
    const id = idIndex < 0 ? undefined : PetId.parse(cells[idIndex]!.trim());
    if (reasons.length === 0) return { newPet, row: number, key, id };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    reasons.push(error.message, ...importColumns.flatMap((column) => adviceOn(column, textOf(column))));
  }
  return { reason: reasons.join('; ') };
}

/** Returns what the operator must do, in addition to the message of the domain, which does not know spreadsheets. */
function adviceOn(column: Column, text: string): string[] {
  if (column === 'name') return [];
  const trimmed = text.trim();
  const advice = text === trimmed ? [] : [`remove the spaces around ${column}`];
  if (!isIntegerColumn(column) || integer.test(trimmed) || !/\p{Nd}/u.test(trimmed)) return advice;
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
  return toCsv(pets.map(petToJson).map((pet) => exportColumns.map((column) => pet[column])));
}

/** Returns a line of JSON for each pet, as the API shows it. Integers are exact, so a program must not read them as floating-point numbers. */
export function petsToJsonLines(pets: readonly PetSnapshot[]): string {
  return escapeControlCharactersInJson(pets.map((pet) => `${stringify(petToJson(pet))}\n`).join(''));
}
