import { Pet, PetStatus, type NewPet } from '@petstore/pets-domain';
import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A row of `pets`. PostgreSQL sends an int64 as text in decimal digits. */
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

/** The columns of a row that a client sets. */
export function rowOf({ name, categoryId, status }: NewPet | Pet): Omit<PetEntity, 'id' | 'version'> {
  return { name: name.text, categoryId: categoryId.decimal, status };
}

/**
 * Many pets in one row, because to parse a row for each pet would cost the driver more than the rest of a list. An array of int64 is text
 * in PostgreSQL's notation, such as `{1,2}`, because the driver parses arrays slowly. The others are JSON, which the driver has parsed.
 */
export interface AggregatedPets {
  readonly id: string;
  readonly name: readonly string[];
  readonly categoryId: string;
  readonly status: readonly string[];
  readonly version: readonly number[];
}

export function toPets({ id: ids, name, categoryId, status, version }: AggregatedPets): Pet[] {
  const categoryIds = parseIntegers(categoryId);
  return parseIntegers(ids).map((id, index) =>
    Pet.restore({
      id,
      name: name[index]!,
      categoryId: categoryIds[index]!,
      status: status[index]!,
      version: version[index]!,
    }),
  );
}

/** @param array not empty */
function parseIntegers(array: string): string[] {
  return array.slice(1, -1).split(',');
}
