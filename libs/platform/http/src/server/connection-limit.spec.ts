import { InvalidSetting } from '@petstore/settings';
import { parseMaxConnections } from './connection-limit.ts';

const of = (read: string | undefined, files?: number) => parseMaxConnections('MAX_CONNECTIONS', read, 10, files);

describe('MAX_CONNECTIONS', () => {
  it.each([
    [1_024, 864],
    [4_096, 3_936],
    [1_048_576, 20_000],
    [64, 1],
  ])('is by default what a limit of %i open files leaves: %i', (files, connections) => {
    expect(of(undefined, files)).toBe(connections);
    expect(of('', files)).toBe(connections);
  });

  it('may have any value that the limit of open files allows', () => {
    expect(of('1', 1_024)).toBe(1);
    expect(of('864', 1_024)).toBe(864);
    expect(of('50000', 1_048_576)).toBe(50_000);
  });

  it('is refused if it exceeds the limit of open files', () => {
    expect(() => of('865', 1_024)).toThrow(
      new InvalidSetting(
        'MAX_CONNECTIONS',
        '865',
        'at most 864: the process may open 1024 files (ulimit -n) and needs 160 of them itself',
      ),
    );
  });

  it.each(['0', '-1', '1.5', 'many', '100000'])('is refused as %s', (read) => {
    expect(() => of(read)).toThrow(InvalidSetting);
  });
});
