import DataLoader from 'dataloader';

/** Callers whose statements become one; more make the next one. */
const mostCallers = 256;

/**
 * What is asked within one turn of the event loop is asked of the database once. Nobody joins a statement that has been
 * sent, so whoever has been told of a change reads it. Nothing is remembered.
 * @param ask answers in the order it was asked, for each what it wanted or its own error; when it throws, nobody has got
 *   anything
 */
export function shared<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly (Answer | Error)[]>,
): (question: Question) => Promise<Answer> {
  const loader = new DataLoader<Question, Answer>(
    ask as (questions: readonly Question[]) => Promise<(Answer | Error)[]>,
    {
      cache: false,
      maxBatchSize: mostCallers,
      // On its own schedule, the turn's end, next to nothing would be shared: requests come one a callback.
      batchScheduleFn: (dispatch) => void setImmediate(dispatch),
    },
  );
  return (question) => loader.load(question);
}
