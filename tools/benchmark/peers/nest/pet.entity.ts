import { Column, Entity } from 'typeorm';
import { int64 } from './int64.ts';

@Entity('pets')
export class PetEntity {
  @Column({ primary: true, type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS', transformer: int64 })
  id!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ name: 'category_id', type: 'bigint', transformer: int64 })
  categoryId!: number;

  @Column({ type: 'text' })
  status!: string;
}
