import { Pet, type NewPet, type StoredPet } from '@petstore/pets-domain';
import { petColumns, storedColumns, toRow } from './pet.table.ts';

/** The error for a row that breaks a rule of the domain, because another program changed the table. */
export class UnreadableRow extends Error {}

/**
 * Many pets in one row, with an array for each of `storedColumns`. One row is used because parsing a row per pet in the
 * driver costs more than the rest of a list. Arrays of int64 are in PostgreSQL's notation, the others are JSON.
 */
export type AggregatedPets = readonly string[];

/** Converts the arrays to one row per pet, in their order. */
export function toRows([ids, names, categoryIds, statuses]: AggregatedPets): StoredPet[] {
  const nameOf = parseTexts(names!);
  const categoryIdOf = parseIntegers(categoryIds!);
  const statusOf = parseTexts(statuses!);
  return parseIntegers(ids!).map((id, index) => ({
    id,
    name: nameOf[index]!,
    categoryId: categoryIdOf[index]!,
    status: statusOf[index]!,
  }));
}

function parseTexts(array: string): string[] {
  return JSON.parse(array) as string[];
}

/** @param array an integer array in PostgreSQL's notation, such as `{1,2}`; not empty */
export function parseIntegers(array: string): string[] {
  return array.slice(1, -1).split(',');
}

/** Returns the pet of one row with the columns `storedColumns`. @throws UnreadableRow if it breaks a rule of the domain */
export function petOf(columns: readonly string[]): Pet {
  const row = Object.fromEntries(storedColumns.map(({ property }, index) => [property, columns[index]]));
  const pet = toPet(row as StoredPet);
  if (pet instanceof UnreadableRow) throw pet;
  return pet;
}

/** Returns an UnreadableRow instead of throwing it, because only the calls that need this row may fail. */
export function toPet(row: StoredPet): Pet | UnreadableRow {
  try {
    return Pet.restore(row);
  } catch (cause) {
    return new UnreadableRow(`row ${row.id} of the table pets is not a valid Pet`, { cause });
  }
}

/** Returns the values for `petColumns`, in their order. */
export function toParameters(newPet: NewPet): unknown[] {
  const row = toRow(newPet);
  return petColumns.map(({ property }) => row[property]);
}

/** Returns an array of values for each of `petColumns`, in their order. */
export function toParameterArrays(newPets: readonly NewPet[]): unknown[][] {
  const rows = newPets.map(toRow);
  return petColumns.map(({ property }) => rows.map((row) => row[property]));
}
