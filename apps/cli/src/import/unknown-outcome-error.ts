import type { ImportOutcomeUnknown } from '@petstore/pets-infrastructure';
import { OperatorError } from '@petstore/settings';

/** Creates an error that says how to query whether the transaction was committed. PostgreSQL knows it after a restart, too. */
export function unknownOutcomeError({ count, transactionId }: ImportOutcomeUnknown, draft?: string): OperatorError {
  return new OperatorError(
    `the connection was lost before the database confirmed the import: all ${count} animals were created, or none. ` +
      `To find out, run: URL=$(npm run -s petstore -- database) && psql "$URL" -c "SELECT pg_xact_status('${transactionId}')" ` +
      '(committed: all were created; aborted: none was)' +
      (draft ? `. The rejected rows are in ${draft}` : ''),
  );
}
