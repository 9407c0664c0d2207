import { PreparedStatement } from '@petstore/database';
import type { NewPet } from '@petstore/pets-domain';
import { getMetadataArgsStorage } from 'typeorm';
import { PetEntity, rowOf, type AggregatedPets } from './pet.entity.ts';

// The statements that requests execute often are SQL text, because one statement serves many requests. Functions with polymorphic
// arguments have the prefix `pg_catalog.`: in databases that were created before PostgreSQL 15 every user may create functions in
// `public`, and PostgreSQL would prefer one of the same name with exactly our types.

/** Less than every id, because ids start at 1. */
export const beforeFirstId = '0';

interface PetColumn {
  readonly propertyName: keyof ReturnType<typeof rowOf>;
  readonly name: string;
  readonly type: string;
}

const [id, ...columns] = getMetadataArgsStorage()
  .filterColumns(PetEntity)
  .filter(({ options }) => options.select !== false)
  .map(({ propertyName, options: { name = propertyName, type } }) => ({ propertyName, name, type })) as PetColumn[];

/** The names of the columns that an insert fills: all of PetEntity that are selected, without `id`. */
export const columnNames = columns.map(({ name }) => name).join(', ');

/** Returns the select list of AggregatedPets. @param order the columns after ORDER BY */
export function aggregatedPets(order: string): string {
  return [id!, ...columns]
    .map(({ name, type }) => {
      const values = `pg_catalog.array_agg(${name} ORDER BY ${order})`;
      return type === 'bigint' ? values : `pg_catalog.to_json(${values})`;
    })
    .join(', ');
}

/** Finds pets by id. */
export const selectPetsById = new PreparedStatement<AggregatedPets>(
  'pets_by_id',
  `SELECT ${aggregatedPets('id')} FROM pets WHERE id = ANY($1::bigint[])`,
);

/**
 * Inserts all pets or none, and returns their ids in the order of the parameters. Orders the ids by `position`, because
 * PostgreSQL does not define the order of RETURNING.
 */
export const insertPets = new PreparedStatement<readonly [ids: string]>(
  'new_pets',
  `WITH new_pet AS (
     SELECT pg_catalog.nextval(pg_get_serial_sequence('pets', 'id')) AS id, ${columnNames}, position
     FROM unnest(${columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ')})
       WITH ORDINALITY AS row (${columnNames}, position)
   ), inserted AS (
     INSERT INTO pets (id, ${columnNames}) OVERRIDING SYSTEM VALUE SELECT id, ${columnNames} FROM new_pet
   )
   SELECT pg_catalog.array_agg(id ORDER BY position) FROM new_pet`,
);

/** Returns the parameters of `insertPets`: an array of values for each column. */
export function insertPetsParameters(pets: readonly NewPet[]): unknown[][] {
  const rows = pets.map(rowOf);
  return columns.map(({ propertyName }) => rows.map((row) => row[propertyName]));
}
