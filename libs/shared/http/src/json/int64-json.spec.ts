import { parseJson } from './int64-json.ts';

/** Parses with JSON.parse, unless `text` itself has a fraction, an exponent or 16 digits in a row. */
const readWithJsonParse = (text: string) => (parseJson(`[${text},1]`) as unknown[])[0];

/** Parses with lossless-json, because the array contains `1.0`. */
const readWithLosslessJson = (text: string) => (parseJson(`[${text},1.0]`) as unknown[])[0];

describe('parseJson', () => {
  it.each([
    ['0', 0],
    ['-1', -1],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['9007199254740993', 9007199254740993n],
    ['-9007199254740991', -9007199254740991],
    ['-9007199254740993', -9007199254740993n],
    ['9223372036854775807', 9223372036854775807n],
    ['-9223372036854775808', -9223372036854775808n],
    ['9223372036854775808', 9223372036854775808n],
    ['1.0', 1],
    ['1e3', 1000],
    ['1E+3', 1000],
    ['10e-1', 1],
    ['-1.50e1', -15],
    ['0.0', 0],
    ['0e999999', 0],
    ['1e18', 10n ** 18n],
    ['9.007199254740993e15', 9007199254740993n],
    ['900719925474099.3e1', 9007199254740993n],
    ['922337203685477580.7e1', 9223372036854775807n],
    ['9223372036854775807.0', 9223372036854775807n],
  ])('reads %s as exactly that integer', (text, value) => {
    expect(parseJson(text)).toBe(value);
    expect(readWithLosslessJson(text)).toBe(value);
  });

  it.each([
    '1.5',
    '-0.1',
    '999999999999999.000000000000001',
    '9007199254740993.5',
    '1e-1',
    '1e-400',
    '1e400',
    '-1e400',
    '1e99999999999999999999',
  ])('reads %s as NaN', (text) => {
    expect(parseJson(text)).toBeNaN();
  });

  // BigInt arithmetic is slow on many digits, and a body of 100 kB can contain 17,000 numbers like `1e300`.
  it.each([
    ['10000000000000000000', '1000000000000000000'],
    ['-99999999999999999999', '-9999999999999999999'],
    ['1e19', '1e18'],
    ['12345678901234567890.0', '1234567890123456789.0'],
    ['1234567890123456789.01e2', '1234567890123456789.0e0'],
  ])('reads %s, which has more digits than an int64, as NaN, and reads %s as a bigint', (longer, longest) => {
    expect(parseJson(longer)).toBeNaN();
    expect(parseJson(longest)).toEqual(expect.any(BigInt));
  });

  it('reads an integer of 400 characters, and one of 401 as NaN', () => {
    const one = (length: number) => parseJson('1.'.padEnd(length, '0'));
    expect([one(400), one(401)]).toEqual([1, NaN]);
  });

  it.each(['-0', '-0.0', '-0e5'])('reads %s as zero and keeps the sign', (text) => {
    expect(parseJson(text)).toBe(-0);
    expect(readWithLosslessJson(text)).toBe(-0);
  });

  // An algorithm of quadratic time would exceed the timeout of the test.
  it.each([
    ['nines', '9'.repeat(3_000_000)],
    ['zeros behind a one', `-1${'0'.repeat(3_000_000)}`],
    ['zeros between ones', `1${'0'.repeat(3_000_000)}1`],
    ['a fraction', `0.${'0'.repeat(3_000_000)}1`],
    ['an exponent', `1e${'9'.repeat(3_000_000)}`],
  ])('reads a number of three million digits as NaN: %s', (_, text) => {
    expect(parseJson(text)).toBeNaN();
  });

  it.each(['{"a":1,"a":2}', '{"a":1.0,"a":2}', '{"a":[1],"a":2e0}'])(
    'uses the last of the duplicate members in %s',
    (text) => {
      expect(parseJson(text)).toStrictEqual({ a: 2 });
    },
  );

  it.each(['{"__proto__":{"polluted":1}}', '{"__proto__":{"polluted":1.0}}'])(
    'reads __proto__ as an ordinary member: %s',
    (text) => {
      const read = parseJson(text) as object;
      expect(Object.getOwnPropertyDescriptor(read, '__proto__')?.value).toStrictEqual({ polluted: 1 });
      expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
      expect({}).not.toHaveProperty('polluted');
    },
  );

  it.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
    ['arrays in objects', '{"a":[', ']}'],
  ])('accepts 100 levels of %s and rejects 101', (_, open, close) => {
    const nested = (levels: number, innermost: string) => {
      const pairs = levels / (close.length === 1 ? 1 : 2);
      return open.repeat(pairs) + innermost + close.repeat(pairs);
    };
    for (const leaf of ['1', '1.0']) {
      expect(() => parseJson(nested(100, leaf))).not.toThrow();
      expect(() => parseJson(nested(100, `[${leaf}]`))).toThrow(SyntaxError);
    }
    expect(() => parseJson(open.repeat(100_000))).toThrow(SyntaxError);
  });

  it('does not count brackets in strings as nesting', () => {
    const brackets = '[{'.repeat(100);
    expect(parseJson(JSON.stringify([`\\"${brackets}`, brackets]))).toStrictEqual([`\\"${brackets}`, brackets]);
  });

  it('rejects a long unclosed string in linear time', () => {
    // A parser that tries each quotation mark as the start of a string takes 2 s for 100,000 characters.
    expect(() => parseJson(`{"name":"${'\\"'.repeat(1_000_000)}`)).toThrow(SyntaxError);
  });

  it.each([
    'null',
    '"\\u0000\\ud800\\"\\\\\\/\\b\\f\\n\\r\\t\u2028\u007f"',
    ' [ 1 , [ ] ]\n',
    '{"b":1,"a":{"b":[]},"b":null}',
    '{"constructor":1,"toString":2,"hasOwnProperty":3,"then":4,"toJSON":5,"__proto__":6}',
    '{"":"","1":1,"0":0}',
  ])('returns the same value for %s from both parsers', (text) => {
    expect(readWithLosslessJson(text)).toStrictEqual(readWithJsonParse(text));
  });

  it.each([
    '',
    ' ',
    '{',
    '[1,]',
    '{a:1}',
    '01',
    'NaN',
    '"\t"',
    '1 2',
    '{"a":1}}',
    '// comment\n1',
    '\ufeff1',
    '\u00a01',
  ])('rejects %j with both parsers', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
    expect(() => readWithJsonParse(text)).toThrow(SyntaxError);
    expect(() => readWithLosslessJson(text)).toThrow(SyntaxError);
  });

  it.each(['1.', '1e'])('rejects %s, which never gets to JSON.parse', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
    expect(() => readWithLosslessJson(text)).toThrow(SyntaxError);
  });
});
