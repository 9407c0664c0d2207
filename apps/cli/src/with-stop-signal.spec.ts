import { DatabaseUnavailable } from '@petstore/database';
import { OperatorError } from '@petstore/operations';
import { withStopSignal } from './with-stop-signal.ts';

it.each([
  [new OperatorError('2 imported, but the disk is full'), '2 imported, but the disk is full'],
  [new DatabaseUnavailable(new Error('lost')), 'the database has failed: lost: nothing was imported'],
])('says the state only after a failed statement: %s', async (error, message) => {
  const failing = withStopSignal('nothing was imported', () => Promise.reject(error));
  await expect(failing).rejects.toThrow(expect.objectContaining({ message }));
});
