import { DomainError } from '@petstore/kernel';
import type { PetToImport } from '@petstore/pets-application';
import { NewPet, PetId, petToJson, type PetSnapshot } from '@petstore/pets-domain';
import { escapeControlCharactersInJson, OperatorError } from '@petstore/operations';
import { stringify } from 'lossless-json';
import { indexesOf, requireOnce, toCsv, type CsvFile, type CsvRow } from './csv.ts';
import type { InvalidRows } from './invalid-rows.ts';
import { columnsOf, meaningOf, withMissingNames, type Mapping, type Rule } from './mapping.ts';
import {
  exportColumns,
  faultOf,
  importColumns,
  integer,
  isIntegerColumn,
  missingNames,
  optionalColumns,
  parseCell,
  type Column,
} from './pet-columns.ts';

/** Maximum length of a word in a reason. */
const maxWordLength = 100;

/** The header of an export, and of the rows of an export that `--skip-invalid` wrote to a file. */
const exportHeader = new RegExp(`^(?:row,reason,)?${exportColumns.join()}$`);

const maxKeyLength = 255;

/** Where the members of an animal are in the rows of a file, and what their cells mean. An index is -1 if there is no such column. */
interface Layout {
  readonly members: readonly { readonly column: Column; readonly index: number; readonly rule: Rule }[];
  readonly keyIndex: number;
  /** In an export, the index of `id`. */
  readonly idIndex: number;
}

/**
 * Yields an animal for each valid row, in groups.
 * @param invalidRows gets the other rows. Its `finish` is called after the last row.
 * @throws OperatorError if the header lacks a column or repeats one, or what `invalidRows` throws
 */
export async function* readNewPets(
  file: CsvFile,
  invalidRows: InvalidRows,
  mapping: Mapping,
): AsyncGenerator<PetToImport[]> {
  const layout = layoutOf(file, mapping);
  for await (const rows of file.groups) {
    const pets: PetToImport[] = [];
    for (const row of rows) {
      const result = parseRow(file.header, layout, mapping, row);
      if (typeof result === 'string') await invalidRows.add(row, result);
      else pets.push(result);
    }
    yield pets;
  }
  await invalidRows.finish();
}

function layoutOf(file: CsvFile, mapping: Mapping): Layout {
  const { path, header } = file;
  const needed = columnsOf(mapping);
  const missing = needed.filter((column) => indexesOf(header, column).length === 0);
  if (missing.length > 0) {
    const advice = mapping.isOfOperator
      ? 'Correct the mapping, or delete the rows above the header'
      : '--suggest prints a mapping for a file with other columns';
    throw new OperatorError(
      `the header of ${path} must name the columns ${needed.join(' and ')}; it lacks ${missing.join(' and ')}. ${advice}`,
    );
  }
  requireOnce(file, [mapping.key, ...importColumns.map((column) => mapping.rules[column]?.column)]);
  const indexOf = (column: string | undefined) => indexesOf(header, column)[0] ?? -1;
  // An export has the exact names of the animals.
  const isExport = exportHeader.test(header.join());
  const members = importColumns.map((column) => {
    const rule = mapping.rules[column] ?? {};
    const isExact = column !== 'name' || isExport;
    return { column, index: indexOf(rule.column), rule: isExact ? rule : withMissingNames(rule) };
  });
  return { members, keyIndex: indexOf(mapping.key), idIndex: isExport ? indexOf('id') : -1 };
}

/**
 * Returns the animal, or the reason why the row is invalid. Of the text of the row, a reason has only a word that the mapping lacks or refuses,
 * so that equal faults have equal reasons.
 */
function parseRow(
  header: readonly string[],
  { members, keyIndex, idIndex }: Layout,
  { isOfOperator, key: keyColumn }: Mapping,
  { number, cells }: CsvRow,
): PetToImport | string {
  if (cells.every((cell) => cell.trim() === '')) return 'the row is empty: delete it';
  if (cells.length !== header.length) {
    return (
      `the row has ${cells.length} columns, the header ${header.length}: ` +
      'separate cells as in the header, and put a cell that contains the separator in quotation marks'
    );
  }
  const reasons: string[] = [];
  // A name for the check of the other members, if the row has none.
  const texts = { name: 'unnamed' } as Record<Column, string>;
  let isRefused = false;
  for (const { column, index, rule } of members) {
    const cell = cells[index] ?? '';
    const meaning = meaningOf(rule, cell, isOfOperator);
    // A word of the mapping, so there are few.
    if (meaning === null) {
      isRefused = true;
      reasons.push(`the mapping refuses the ${column} ${JSON.stringify(cell.trim())}`);
    } else if (column === 'name' && meaning.trim() === '') {
      const advice = isOfOperator ? 'add the word "" to the mapping' : '--unnamed <text> gives such animals a name';
      reasons.push(
        missingNames.includes(cell.trim())
          ? `name is a word for a missing one, such as NA or -: ${advice}; in a file with the header ${exportColumns.join()} it is a name`
          : `name is empty: ${advice}`,
      );
    } else texts[column] = meaning;
  }
  if (isRefused) return reasons.join('; ');
  const key = cells[keyIndex]?.trim();
  if (key === '') reasons.push(`${keyColumn} is empty: the next import could not recognise the animal by it`);
  if (key && key.length > maxKeyLength) reasons.push(`${keyColumn} has more than ${maxKeyLength} characters`);
  try {
    const values: Partial<Record<Column, unknown>> = {};
    for (const column of importColumns) values[column] = parseCell(column, texts[column]);
    const newPet = NewPet.of(values);
    const id = idIndex < 0 ? undefined : PetId.parse(cells[idIndex]!.trim());
    if (reasons.length === 0) return { newPet, row: number, key, id };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    reasons.push(error.message, ...importColumns.flatMap((column) => adviceOn(column, texts[column], isOfOperator)));
  }
  return reasons.join('; ');
}

/** Returns what the operator must do, in addition to the message of the domain, which knows neither spreadsheets nor mappings. */
function adviceOn(column: Column, text: string, isOfOperator: boolean): string[] {
  const isLeftOut = text === '' && optionalColumns.includes(column);
  if (column === 'name' || isLeftOut || faultOf(column, text) === undefined) return [];
  const trimmed = text.trim();
  // Not accepted, although it is an integer in JSON: a spreadsheet makes 9.00719925474099E+15 of 9007199254740993.
  if (isIntegerColumn(column) && /^[+-]?[0-9.,]+e[+-]?[0-9]+$/i.test(trimmed)) {
    return [
      `a spreadsheet has probably rounded ${column}: take the number from the original file, and format its column as text`,
    ];
  }
  if (isOfOperator) return [`add the word ${JSON.stringify(text.slice(0, maxWordLength))} to ${column} in the mapping`];
  const advice = text === trimmed ? [] : [`remove the spaces around ${column}`];
  const hasDigits = /\p{Nd}/u.test(trimmed) && !integer.test(trimmed);
  if (isIntegerColumn(column) && hasDigits) {
    advice.push(`write ${column} in digits, without separators and other signs, as in 1234 or -7`);
  }
  return advice;
}

/** Returns a row of CSV for each pet, with the `exportColumns`. A member that the pet does not have is an empty cell. */
export function petsToCsv(pets: readonly PetSnapshot[]): string {
  return toCsv(pets.map(petToJson).map((pet) => exportColumns.map((column) => pet[column])));
}

/** Returns a line of JSON for each pet, as the API shows it. Integers are exact, so a program must not read them as floating-point numbers. */
export function petsToJsonLines(pets: readonly PetSnapshot[]): string {
  return escapeControlCharactersInJson(pets.map((pet) => `${stringify(petToJson(pet))}\n`).join(''));
}
