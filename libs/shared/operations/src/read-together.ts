import { OperatorError } from './operator-error.ts';

/**
 * Calls all readers, so that an operator sees all faults at once, and returns what they return.
 * @throws OperatorError with the lines of all OperatorErrors, each line once, because two readers may read the same setting
 */
export function readTogether<Values extends unknown[]>(
  ...readers: { [Index in keyof Values]: () => Values[Index] }
): Values {
  const faults = new Set<string>();
  const values = readers.map((read) => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      for (const line of error.message.split('\n')) faults.add(line);
      return undefined;
    }
  });
  if (faults.size > 0) throw new OperatorError([...faults].join('\n'));
  return values as Values;
}
