import { PetId } from '@petstore/pets-domain';
import { decodeCursor, encodeCursor, InvalidCursor } from './cursor.ts';

const id = PetId.restore('42');

describe('a cursor', () => {
  it.each(['1', '42', '9007199254740993', '9223372036854775807'])(
    'brings the id %s back, under every status',
    (decimal) => {
      for (const status of [undefined, 'available', 'pending', 'sold']) {
        expect(decodeCursor(encodeCursor(PetId.restore(decimal), status), status).decimal).toBe(decimal);
      }
    },
  );

  it('is text that needs no escaping in an address', () => {
    expect(encodeCursor(PetId.restore('9223372036854775807'), 'available')).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  it.each([
    [undefined, 'sold'],
    ['sold', undefined],
    ['sold', 'pending'],
  ])('made with the status %s is none with the status %s', (made, used) => {
    expect(() => decodeCursor(encodeCursor(id, made), used)).toThrow(InvalidCursor);
  });

  it('is none with any one of its characters changed, dropped or doubled', () => {
    const cursor = encodeCursor(id, undefined);
    const damaged = [...cursor].flatMap((character, index) => {
      const [before, after] = [cursor.slice(0, index), cursor.slice(index + 1)];
      const changed = `${before}${character === 'A' ? 'B' : 'A'}${after}`;
      return [changed, before + after, `${before}${character}${character}${after}`];
    });
    const others = damaged.filter((text) => text !== cursor);
    expect(others.length).toBeGreaterThanOrEqual(2 * cursor.length);
    for (const text of others) expect(() => decodeCursor(text, undefined)).toThrow(InvalidCursor);
  });

  it('is none when it is spelt otherwise, though it may decode alike', () => {
    const cursor = encodeCursor(id, undefined);
    for (const other of [`${cursor}=`, `${cursor}==`, ` ${cursor}`, `${cursor}\n`, `${cursor}!`]) {
      expect(() => decodeCursor(other, undefined)).toThrow(InvalidCursor);
    }
  });

  it.each(['', '042', '4.0', 'abc', '9223372036854775808'])(
    'is none for "%s", which no id is spelt like',
    (decimal) => {
      expect(() => decodeCursor(encodeCursor(PetId.restore(decimal), undefined), undefined)).toThrow(InvalidCursor);
    },
  );

  it.each([[''], [undefined], [null], [42], [['a', 'b']], [{}]])('is not %j', (value) => {
    expect(() => decodeCursor(value, undefined)).toThrow(InvalidCursor);
  });
});
