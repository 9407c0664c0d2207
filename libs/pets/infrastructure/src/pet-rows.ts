import { Pet, type NewPet } from '@petstore/pets-domain';
import { petColumns, type NewPetRow, type PetRow } from './pet.table.ts';

/** A row that breaks a rule of the domain, because the table was changed outside the service. */
export class UnreadableRow extends Error {}

/**
 * Many pets in one row, an array for each column: for a list, the driver's work for separate rows costs more than all
 * other work. int64 arrays have PostgreSQL's notation, text arrays are JSON.
 */
export type AggregatedPets = readonly [ids: string, names: string, categoryIds: string, statuses: string];

/** Returns the rows in ascending order of id. */
export function toRows([ids, names, categoryIds, statuses]: AggregatedPets): PetRow[] {
  const [name, categoryId, status] = [
    JSON.parse(names),
    parseIntegers(categoryIds),
    JSON.parse(statuses),
  ] as string[][];
  return parseIntegers(ids).map((id, index) => ({
    id,
    name: name![index]!,
    categoryId: categoryId![index]!,
    status: status![index]!,
  }));
}

/** @param array PostgreSQL's notation of an integer array that is not empty: `{1,2}` */
export function parseIntegers(array: string): string[] {
  return array.slice(1, -1).split(',');
}

/** Returns an UnreadableRow instead of throwing it, because only the callers that asked for this row may fail. */
export function toPet(row: PetRow): Pet | UnreadableRow {
  try {
    return Pet.restore(row);
  } catch (cause) {
    return new UnreadableRow(`row ${row.id} of the table pets is not a valid Pet`, { cause });
  }
}

/** Returns the values of the columns `petColumns`. */
export function toParameters(newPet: NewPet): string[] {
  const row = toRow(newPet);
  return petColumns.map(({ property }) => row[property]);
}

/** Returns an array for each of the columns `petColumns`. */
export function toParameterArrays(newPets: readonly NewPet[]): string[][] {
  const rows = newPets.map(toRow);
  return petColumns.map(({ property }) => rows.map((row) => row[property]));
}

function toRow({ name, categoryId, status }: NewPet): NewPetRow {
  return { name: name.text, categoryId: categoryId.decimal, status: status.value };
}
