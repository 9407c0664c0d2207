import { PetStatus, type NewPet, type Pet } from '@petstore/pets-domain';
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

/** The columns of `pets` that an insert fills, with their types in PostgreSQL. `rowOf` returns their values. */
export const columns = { name: 'text', category_id: 'bigint', status: 'text' } as const;

export function rowOf({ name, categoryId, status }: NewPet | Pet): Pick<PetEntity, 'name' | 'categoryId' | 'status'> {
  return { name: name.text, categoryId: categoryId.decimal, status: status.value };
}
