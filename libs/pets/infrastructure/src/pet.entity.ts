import { PetStatus } from '@petstore/pets-domain';
import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('pets')
@Index('pets_status_id_index', ['status', 'id'])
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

  /** A trigger raises it by one with every UPDATE, also with those of psql. */
  @Column({ type: 'integer', default: 1, insert: false, update: false })
  version!: number;
}
