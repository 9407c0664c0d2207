import { decodeCursor, encodeCursor, maxCursorLength } from './cursor.ts';

const positions = ['1', '42', '9223372036854775807', '2026-11-20T00:00:00Z 42', 'é'];
const scopes = ['', 'sold', '["/v1/items",{"status":"sold"}]'];

describe('a cursor', () => {
  it.each(positions)('decodes to the position %s, in every scope', (position) => {
    for (const scope of scopes) expect(decodeCursor(encodeCursor(position, scope), scope)).toBe(position);
  });

  it.each(positions)('needs no escaping in a URL, for the position %s', (position) => {
    expect(encodeCursor(position, 'sold')).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  it.each([
    ['', 'sold'],
    ['sold', ''],
    ['sold', 'pending'],
  ])('of the scope "%s" is invalid in the scope "%s"', (encoded, decoded) => {
    expect(decodeCursor(encodeCursor('42', encoded), decoded)).toBeUndefined();
  });

  it('is invalid if one character was changed, removed or doubled', () => {
    const cursor = encodeCursor('42', '');
    const damaged = [...cursor].flatMap((character, index) => {
      const [before, after] = [cursor.slice(0, index), cursor.slice(index + 1)];
      const changed = `${before}${character === 'A' ? 'B' : 'A'}${after}`;
      return [changed, before + after, `${before}${character}${character}${after}`];
    });
    // Removing or doubling one of two equal neighbours gives a text that is already in the list.
    const others = damaged.filter((text) => text !== cursor);
    expect(others.length).toBeGreaterThanOrEqual(2 * cursor.length);
    for (const text of others) expect(decodeCursor(text, '')).toBeUndefined();
  });

  it('is invalid with padding or ignored characters, even if base64url decodes it to the same bytes', () => {
    const cursor = encodeCursor('42', '');
    for (const other of [`${cursor}=`, `${cursor}==`, ` ${cursor}`, `${cursor}\n`, `${cursor}!`]) {
      expect(decodeCursor(other, '')).toBeUndefined();
    }
  });

  it.each([[''], [undefined], [null], [42], [['a', 'b']], [{}]])('is invalid if it is %j', (value) => {
    expect(decodeCursor(value, '')).toBeUndefined();
  });

  it('has at most the maximum length', () => {
    const longest = 'x'.repeat(378);
    expect(encodeCursor(longest, '')).toHaveLength(maxCursorLength);
    expect(decodeCursor(encodeCursor(longest, ''), '')).toBe(longest);
    expect(() => encodeCursor(`${longest}x`, '')).toThrow(RangeError);
    expect(decodeCursor(`${encodeCursor(longest, '')}A`, '')).toBeUndefined();
  });
});
