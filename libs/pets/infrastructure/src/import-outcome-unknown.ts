import { DomainError } from '@petstore/kernel';

/** The import's COMMIT was sent and not answered: PostgreSQL keeps all of its animals, or none. */
export class ImportOutcomeUnknown extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'outcome_unknown';

  /**
   * @param count animals of the import
   * @param transactionId PostgreSQL's id of the transaction, for `pg_xact_status`, which knows what became of it
   */
  constructor(
    readonly count: number,
    readonly transactionId: string,
    cause: unknown,
  ) {
    super('The database was lost before it confirmed the import: all of its animals were created, or none.', { cause });
  }
}
