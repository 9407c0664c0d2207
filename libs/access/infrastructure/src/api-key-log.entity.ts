import { auditActions, type ApiKeyAccess, type AuditAction } from '@petstore/access-domain';
import { Check, Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A row of the table `api_key_log`. The table has no foreign key, because log entries outlive their keys. */
@Entity('api_key_log')
@Check('api_key_log_action_check', `action IN ('${auditActions.join("', '")}')`)
@Check('api_key_log_access_check', "access IN ('full', 'read-only')")
export class ApiKeyLogEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'api_key_log_pkey',
  })
  id!: string;

  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  at!: Date;

  @Column({ name: 'actor', type: 'text' })
  operator!: string;

  @Column({ type: 'text' })
  action!: AuditAction;

  @Column({ name: 'public_id', type: 'text' })
  publicId!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text', default: 'full' })
  access!: ApiKeyAccess;
}
