import { Pet, PetStatus, type NewPet } from '@petstore/pets-domain';
import { Check, Column, Entity, Index, PrimaryGeneratedColumn, type ColumnType } from 'typeorm';

/** A row of `pets`. PostgreSQL sends an int64 as text in decimal digits. */
@Entity('pets')
@Index('pets_status_id_index', ['status', 'id'])
@Index('pets_changed_in_id_index', ['changedIn', 'id'])
@Check('pets_status_check', `status IN ('${PetStatus.values.join("', '")}')`)
export class PetEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', primaryKeyConstraintName: 'pets_pkey' })
  id!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ name: 'category_id', type: 'bigint' })
  categoryId!: string;

  @Column({ type: 'text' })
  status!: string;

  /** Id of the transaction that changed the row last. A trigger sets it. The data source adds the type to those of TypeORM. */
  @Column({
    name: 'changed_in',
    type: 'xid8' as string as ColumnType,
    default: () => 'pg_current_xact_id()',
    select: false,
  })
  changedIn!: string;
}

/** The columns of a row that a client sets. */
export function rowOf({ name, categoryId, status }: NewPet | Pet): Omit<PetEntity, 'id' | 'changedIn'> {
  return { name: name.text, categoryId: categoryId.decimal, status };
}

/**
 * Many pets in one row, with an array for each column of PetEntity that is selected: parsing a row per pet in the driver costs more
 * than the rest of a list. Arrays of int64 are in PostgreSQL's notation, the others are JSON. All are null if there is no pet.
 */
export type AggregatedPets = readonly (string | null)[];

export function toPets([ids, names, categoryIds, statuses]: AggregatedPets): Pet[] {
  if (!ids) return [];
  const nameOf = JSON.parse(names!) as string[];
  const categoryIdOf = parseIntegers(categoryIds!);
  const statusOf = JSON.parse(statuses!) as string[];
  return parseIntegers(ids).map((id, index) =>
    Pet.restore({ id, name: nameOf[index]!, categoryId: categoryIdOf[index]!, status: statusOf[index]! }),
  );
}

/** @param array an array of integers in PostgreSQL's notation, such as `{1,2}`; not empty */
export function parseIntegers(array: string): string[] {
  return array.slice(1, -1).split(',');
}
