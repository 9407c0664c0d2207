import { Pet, PetStatus, type NewPet } from '@petstore/pets-domain';
import { EntitySchema } from 'typeorm';

/** A row of the table `pets`; int64 comes from the driver, and goes to it, as decimal text. */
export interface PetRow {
  id: string;
  name: string;
  categoryId: string;
  status: string;
}

const statusList = PetStatus.values.map((value) => `'${value}'`).join(', ');

export const petTable = new EntitySchema<PetRow>({
  name: 'pets',
  columns: {
    id: {
      type: 'bigint',
      primary: true,
      primaryKeyConstraintName: 'pets_pkey',
      // TypeORM knows this strategy; the types of EntitySchema do not list it.
      generated: 'identity' as 'increment',
    },
    name: { type: 'text' },
    categoryId: { name: 'category_id', type: 'bigint' },
    status: { type: 'text' },
  },
  indices: [{ name: 'pets_status_id_index', columns: ['status', 'id'] }],
  checks: [{ name: 'pets_status_check', expression: `status IN (${statusList})` }],
});

export function toRow(newPet: NewPet): Omit<PetRow, 'id'> {
  return { name: newPet.name.text, categoryId: newPet.categoryId.decimal, status: newPet.status.value };
}

/** An UnreadableRow when the table was changed behind the domain's back: the trouble of those alone who asked for it. */
export function toPet(row: PetRow): Pet | UnreadableRow {
  try {
    return Pet.restore(row);
  } catch (cause) {
    return new UnreadableRow(`row ${row.id} of the table pets is no Pet`, { cause });
  }
}

/** The server's fault, never the client's. */
export class UnreadableRow extends Error {}
