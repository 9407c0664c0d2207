import { PetStatus, type NewPet } from '@petstore/pets-domain';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';

/** A row of the table `pets`. The driver passes int64 as decimal text. */
export interface PetRow {
  id: string;
  name: string;
  categoryId: string;
  status: string;
}

type NewPetRow = Omit<PetRow, 'id'>;

const newPetColumns: Record<keyof NewPetRow, EntitySchemaColumnOptions> = {
  name: { type: 'text' },
  categoryId: { name: 'category_id', type: 'bigint' },
  status: { type: 'text' },
};

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
    ...newPetColumns,
  },
  indices: [{ name: 'pets_status_id_index', columns: ['status', 'id'] }],
  checks: [{ name: 'pets_status_check', expression: `status IN ('${PetStatus.values.join("', '")}')` }],
});

interface Column<Row> {
  readonly name: string;
  /** PostgreSQL's name of the type. */
  readonly type: string;
  readonly property: keyof Row;
}

/** The columns of `pets` that an INSERT fills from a NewPet. */
export const petColumns: readonly Column<NewPetRow>[] = Object.entries(newPetColumns).map(
  ([property, { name = property, type }]) => ({ name, type: String(type), property: property as keyof NewPetRow }),
);

/** All columns of `pets`; `id` is the first. */
export const storedColumns: readonly Column<PetRow>[] = [{ name: 'id', type: 'bigint', property: 'id' }, ...petColumns];

/** Returns the values for `petColumns`. */
export function toRow({ name, categoryId, status }: NewPet): NewPetRow {
  return { name: name.text, categoryId: categoryId.decimal, status: status.value };
}
