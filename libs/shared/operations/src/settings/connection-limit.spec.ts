import { OperatorError } from '../operator-error.ts';
import { maxClientConnections } from './connection-limit.ts';

/** Returns MAX_CONNECTIONS for a process with 10 database connections. */
const maxConnections = (wanted: number | undefined, openFiles?: number) => maxClientConnections(wanted, 10, openFiles);

describe('MAX_CONNECTIONS', () => {
  it.each([
    [1_024, 864],
    [4_096, 3_936],
    [1_048_576, 20_000],
    [64, 1],
  ])('with a limit of %i open files, is %i by default', (files, connections) => {
    expect(maxConnections(undefined, files)).toBe(connections);
  });

  it('accepts every value that the limit of open files allows', () => {
    expect(maxConnections(1, 1_024)).toBe(1);
    expect(maxConnections(864, 1_024)).toBe(864);
    expect(maxConnections(50_000, 1_048_576)).toBe(50_000);
  });

  it('rejects a value that the limit of open files does not allow', () => {
    expect(() => maxConnections(865, 1_024)).toThrow(
      new OperatorError(
        'MAX_CONNECTIONS must be at most 864: the process may open 1024 files (ulimit -n) and needs 160 of them itself',
      ),
    );
  });
});
