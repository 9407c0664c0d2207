import { Pet, type NewPet, type StoredPet } from '@petstore/pets-domain';
import { petColumns, storedColumns, toRow } from './pet.table.ts';

/** A row that breaks a rule of the domain, because the table was changed outside the service. */
export class UnreadableRow extends Error {}

/**
 * Many pets in one row, an array for each of `storedColumns`: for a list, the driver's work for separate rows costs more
 * than all other work. int64 arrays have PostgreSQL's notation, other arrays are JSON.
 */
export type AggregatedPets = readonly string[];

/** Returns the rows in ascending order of id. */
export function toRows(aggregated: AggregatedPets): StoredPet[] {
  const columns = storedColumns.map(({ property, type }, index) => {
    const array = aggregated[index]!;
    return { property, values: type === 'bigint' ? parseIntegers(array) : (JSON.parse(array) as string[]) };
  });
  return columns[0]!.values.map((_id, index) => {
    const row: Partial<Record<keyof StoredPet, string>> = {};
    for (const { property, values } of columns) row[property] = values[index]!;
    return row as StoredPet;
  });
}

/** @param array PostgreSQL's notation of an integer array that is not empty: `{1,2}` */
export function parseIntegers(array: string): string[] {
  return array.slice(1, -1).split(',');
}

/** Returns an UnreadableRow instead of throwing it, because only the callers that asked for this row may fail. */
export function toPet(row: StoredPet): Pet | UnreadableRow {
  try {
    return Pet.restore(row);
  } catch (cause) {
    return new UnreadableRow(`row ${row.id} of the table pets is not a valid Pet`, { cause });
  }
}

/** The values of `petColumns`. */
export function toParameters(newPet: NewPet): unknown[] {
  const row = toRow(newPet);
  return petColumns.map(({ property }) => row[property]);
}

/** Returns an array for each of the columns `petColumns`. */
export function toParameterArrays(newPets: readonly NewPet[]): unknown[][] {
  const rows = newPets.map(toRow);
  return petColumns.map(({ property }) => rows.map((row) => row[property]));
}
