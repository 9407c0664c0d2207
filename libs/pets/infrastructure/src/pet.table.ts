import { PetStatus, type NewPet, type StoredPet } from '@petstore/pets-domain';
import { EntitySchema, type ColumnType, type EntitySchemaColumnOptions } from 'typeorm';

/** The columns of `pets` that an INSERT fills from a NewPet. `type` is the name of the type in PostgreSQL. */
export const petColumns = [
  { property: 'name', name: 'name', type: 'text' },
  { property: 'categoryId', name: 'category_id', type: 'bigint' },
  { property: 'status', name: 'status', type: 'text' },
] as const;

/** The columns of `pets` that contain a Pet; `id` is the first. */
export const storedColumns = [{ property: 'id', name: 'id', type: 'bigint' }, ...petColumns] as const;

interface PetRow extends StoredPet {
  /** Id of the transaction that changed the row last: an unsigned 64-bit integer in decimal digits. */
  readonly changedIn: string;
}

type NewPetRow = Omit<StoredPet, 'id'>;

const columnOptions = Object.fromEntries(
  petColumns.map(({ property, name, type }) => [property, { name, type }]),
) as Record<keyof NewPetRow, EntitySchemaColumnOptions>;

export const petTable = new EntitySchema<PetRow>({
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
    changedIn: {
      name: 'changed_in',
      // The data source adds the type to those of TypeORM.
      type: 'xid8' as string as ColumnType,
      default: () => 'pg_current_xact_id()',
    },
  },
  indices: [
    { name: 'pets_status_id_index', columns: ['status', 'id'] },
    { name: 'pets_changed_in_id_index', columns: ['changedIn', 'id'] },
  ],
  checks: [{ name: 'pets_status_check', expression: `status IN ('${PetStatus.values.join("', '")}')` }],
});

/** Returns the values for `petColumns`. */
export function toRow({ name, categoryId, status }: NewPet): NewPetRow {
  return { name: name.text, categoryId: categoryId.decimal, status: status.value };
}
