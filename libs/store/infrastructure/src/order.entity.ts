import { OrderStatus } from '@petstore/store-domain';
import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A row of `orders`. `pet_id` has no foreign key, because each context owns its tables. `orders_placed_pet_id_index` guarantees at
 * most one placed order for a pet. The times come from the clock of PostgreSQL.
 */
@Entity('orders')
@Index('orders_status_id_index', ['status', 'id'])
@Index('orders_pet_id_status_id_index', ['petId', 'status', 'id'])
@Index('orders_placed_pet_id_index', ['petId'], { unique: true, where: "status = 'placed'" })
@Check('orders_status_check', `status IN ('${OrderStatus.values.join("', '")}')`)
export class OrderEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', primaryKeyConstraintName: 'orders_pkey' })
  id!: string;

  @Column({ name: 'pet_id', type: 'bigint' })
  petId!: string;

  @Column({ type: 'text' })
  status!: string;

  @Column({ type: 'text', nullable: true })
  reference!: string | null;

  @Column({ name: 'placed_at', type: 'timestamptz', precision: 3 })
  placedAt!: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt!: Date;
}
