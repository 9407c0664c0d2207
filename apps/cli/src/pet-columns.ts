import { DomainError } from '@petstore/kernel';
import { NewPet } from '@petstore/pets-domain';

export type Column = keyof typeof NewPet.fields;

/** The columns that `import` reads: the members of NewPet. */
export const importColumns = Object.keys(NewPet.fields) as Column[];

/** The columns that `export` writes. */
export const exportColumns = ['id', ...importColumns] as const;

/** The type of each column, which CSV does not have. */
const types: Readonly<Record<Column, 'string' | 'integer' | 'boolean'>> = {
  name: 'string',
  categoryId: 'integer',
  status: 'string',
};

export const isIntegerColumn = (column: Column): boolean => types[column] === 'integer';

export const requiredColumns = importColumns.filter((column) => NewPet.fields[column].isRequired);
export const optionalColumns = importColumns.filter((column) => !NewPet.fields[column].isRequired);

/** What programs and people write if there is no name. "Na" and "Null" are names: a real shelter has an animal called Na. */
export const missingNames: readonly string[] =
  'NA na N/A n/a N.A. n.a. #NA #N/A <NA> NaN nan NULL null (null) \\N ? - -- --- – —'.split(' ');

/** An integer, also as programs write it that take every number as a fraction: "7.0". */
export const integer = /^(-?[0-9]+)(?:\.0+)?$/;

/**
 * Converts a cell to the type that `NewPet.of` expects. Returns undefined for an empty cell if the member is an integer or
 * optional. Text that is not an integer stays text, so that `NewPet.of` rejects it.
 */
export function parseCell(column: Column, text: string): unknown {
  const type = types[column];
  const { isRequired } = NewPet.fields[column];
  if (text === '' && (type === 'integer' || !isRequired)) return undefined;
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  const [, digits] = (type === 'integer' && integer.exec(text)) || [];
  return digits === undefined ? text : BigInt(digits);
}

/** Returns what is wrong with the text of a cell, or undefined. */
export function faultOf(column: Column, text: string): string | undefined {
  try {
    NewPet.fields[column].of(parseCell(column, text));
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}
