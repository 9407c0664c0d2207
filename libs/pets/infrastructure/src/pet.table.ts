import { PetStatus, type NewPet, type StoredPet } from '@petstore/pets-domain';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';

/** The columns of `pets` that an INSERT fills from a NewPet. `type` is the name of the type in PostgreSQL. */
export const petColumns = [
  { property: 'name', name: 'name', type: 'text' },
  { property: 'categoryId', name: 'category_id', type: 'bigint' },
  { property: 'status', name: 'status', type: 'text' },
] as const;

/** All columns of `pets`; `id` is the first. */
export const storedColumns = [{ property: 'id', name: 'id', type: 'bigint' }, ...petColumns] as const;

type NewPetRow = Omit<StoredPet, 'id'>;

const columnOptions = Object.fromEntries(
  petColumns.map(({ property, name, type }) => [property, { name, type }]),
) as Record<keyof NewPetRow, EntitySchemaColumnOptions>;

export const petTable = new EntitySchema<StoredPet>({
  name: 'pets',
  columns: {
    id: {
      type: 'bigint',
      primary: true,
      primaryKeyConstraintName: 'pets_pkey',
      // TypeORM supports this strategy, but the types of EntitySchema do not list it.
      generated: 'identity' as 'increment',
    },
    ...columnOptions,
  },
  indices: [{ name: 'pets_status_id_index', columns: ['status', 'id'] }],
  checks: [{ name: 'pets_status_check', expression: `status IN ('${PetStatus.values.join("', '")}')` }],
});

/** Returns the values for `petColumns`. */
export function toRow({ name, categoryId, status }: NewPet): NewPetRow {
  return { name: name.text, categoryId: categoryId.decimal, status: status.value };
}
