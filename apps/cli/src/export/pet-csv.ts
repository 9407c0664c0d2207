import type { PetSnapshot } from '@petstore/pets-domain';
import { csvLine } from '../import/csv-line.ts';
import { escapeCell, escapeHeader } from '../import/formula-escape.ts';

const columns = ['id', 'name', 'categoryId', 'status'] as const satisfies readonly (keyof PetSnapshot)[];

/** The header of an export. Its prefixes mark the file as escaped, so that `import` reverses the formula escapes. */
export const petCsvHeader = csvLine(escapeHeader(columns));

/** Returns a line of CSV for each pet, with formulas escaped. Each character of the lines is one byte of UTF-8. */
export function petCsvLines(pets: readonly PetSnapshot[]): string {
  return pets.map((pet) => csvLine(columns.map((column) => escapeCell(toBytes(pet[column]))))).join('');
}

function toBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}
