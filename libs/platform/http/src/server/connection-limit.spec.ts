import { InvalidSetting } from '@petstore/settings';
import { parseMaxConnections } from './connection-limit.ts';

/** Parses MAX_CONNECTIONS for a process with 10 database connections. */
const parse = (text: string | undefined, openFiles?: number) =>
  parseMaxConnections('MAX_CONNECTIONS', text, 10, openFiles);

describe('MAX_CONNECTIONS', () => {
  it.each([
    [1_024, 864],
    [4_096, 3_936],
    [1_048_576, 20_000],
    [64, 1],
  ])('has for a limit of %i open files the default %i', (files, connections) => {
    expect(parse(undefined, files)).toBe(connections);
    expect(parse('', files)).toBe(connections);
  });

  it('accepts every value that the limit of open files allows', () => {
    expect(parse('1', 1_024)).toBe(1);
    expect(parse('864', 1_024)).toBe(864);
    expect(parse('50000', 1_048_576)).toBe(50_000);
  });

  it('rejects a value that the limit of open files does not allow', () => {
    expect(() => parse('865', 1_024)).toThrow(
      new InvalidSetting(
        'MAX_CONNECTIONS',
        '865',
        'at most 864: the process may open 1024 files (ulimit -n) and needs 160 of them itself',
      ),
    );
  });

  it.each(['0', '-1', '1.5', 'many', '100000'])('rejects %s', (text) => {
    expect(() => parse(text)).toThrow(InvalidSetting);
  });
});
