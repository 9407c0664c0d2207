import { Column, Entity, PrimaryColumn } from 'typeorm';

const primaryKeyConstraintName = 'import_keys_pkey';

/** The keys of ImportKeys. A key stays when its animal is deleted, so that no later import creates the animal again. */
@Entity('import_keys')
export class ImportKeyEntity {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName })
  source!: string;

  @PrimaryColumn({ type: 'text', primaryKeyConstraintName })
  key!: string;

  /** Null during a dry run, which is rolled back. */
  @Column({ name: 'pet_id', type: 'bigint', nullable: true })
  petId!: string | null;

  /** Of the NewPet: see `fingerprintOf`. */
  @Column({ type: 'bytea' })
  fingerprint!: Buffer;

  /** When the transaction of the import began. */
  @Column({ name: 'imported_at', type: 'timestamptz', default: () => 'now()' })
  importedAt!: Date;
}
