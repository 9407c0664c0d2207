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

/** The columns of PetEntity that are selected. */
export type PetRow = Omit<PetEntity, 'changedIn'>;

/**
 * Many pets in one row: parsing a row per pet in the driver costs more than the rest of a list. Arrays of int64 are in PostgreSQL's
 * notation, such as `{1,2}`, because the driver parses an array slowly. The others are JSON, which the driver has parsed.
 */
export interface AggregatedPets {
  readonly id: string;
  readonly name: readonly string[];
  readonly categoryId: string;
  readonly status: readonly string[];
}

export function toPets({ id: ids, name, categoryId, status }: AggregatedPets): Pet[] {
  const categoryIds = parseIntegers(categoryId);
  return parseIntegers(ids).map((id, index) =>
    Pet.restore({ id, name: name[index]!, categoryId: categoryIds[index]!, status: status[index]! }),
  );
}

/** @param array not empty */
function parseIntegers(array: string): string[] {
  return array.slice(1, -1).split(',');
}
