import { DomainError } from '@petstore/kernel';

/** The connection was lost after the COMMIT of an import was sent and before its response arrived: all pets were created, or none. */
export class ImportOutcomeUnknown extends DomainError {
  readonly code = 'outcome_unknown';

  /**
   * @param count number of pets in the import
   * @param transactionId id of the transaction; the PostgreSQL function `pg_xact_status` returns its outcome
   */
  constructor(count: number, transactionId: string, cause: unknown) {
    super(
      `The connection was lost before the database confirmed the import: all ${count} animals were created, or none. ` +
        `To find out, run "SELECT pg_xact_status('${transactionId}')" in psql ` +
        '(committed: all were created; aborted: none was).',
      { cause },
    );
  }
}
