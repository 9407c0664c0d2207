import { DomainError } from '@petstore/kernel';

/** COMMIT of an import was sent, but the connection was lost before the answer: all animals were created, or none. */
export class ImportOutcomeUnknown extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'outcome_unknown';

  /** @param transactionId PostgreSQL's id of the transaction; `pg_xact_status` returns its outcome */
  constructor(
    readonly count: number,
    readonly transactionId: string,
    cause: unknown,
  ) {
    super(
      'The connection was lost before the database confirmed the import: all of its animals were created, or none.',
      { cause },
    );
  }
}
