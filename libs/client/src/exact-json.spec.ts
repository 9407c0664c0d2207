import { readJson, writeJson } from './exact-json.ts';

describe('readJson', () => {
  it.each([
    ['0', 0],
    ['-1', -1],
    ['42', 42],
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['9007199254740993', 9007199254740993n],
    ['-9007199254740993', -9007199254740993n],
    ['9223372036854775807', 9223372036854775807n],
    ['-9223372036854775808', -9223372036854775808n],
    ['1000000000000000', 1000000000000000],
  ])('reads %s without rounding', (text, value) => {
    expect(readJson(text)).toBe(value);
    expect(readJson(`{"id":${text}}`)).toStrictEqual({ id: value });
    expect(readJson(`[ ${text} ,\n${text}]`)).toStrictEqual([value, value]);
  });

  /** Adds a second element that a number would round, because readJson then marks the tokens. */
  const readBesideLargeInteger = (text: string) => (readJson(`[${text},9007199254740993]`) as unknown[])[0];

  it.each([
    '"9007199254740993"',
    '"n9007199254740993"',
    '"s1"',
    '""',
    '":9007199254740993"',
    '"\\",9007199254740993,\\""',
    '"\\\\"',
    '"\\\\\\"[9007199254740993]"',
    '"\\u0039007199254740993"',
    '"\\ud800 \u2028 \\n"',
    '{"9007199254740993":1,"n1":"n1","s":"s"}',
    '{"a\\":9007199254740993" : "9007199254740993"}',
    '{"a":{"b":[{"c":"9007199254740993"}]}}',
    '{"a":1,"a":2}',
    '{"constructor":1,"toString":"2"}',
    '[true,false,null,1.5,-0,1e3,0.1234567890123456789,1e400]',
    '[]',
    '{}',
  ])('reads %s as JSON.parse does, beside an integer that JSON.parse would round', (text) => {
    expect(readBesideLargeInteger(text)).toStrictEqual(JSON.parse(text));
  });

  it('reads __proto__ as a plain member', () => {
    const read = readBesideLargeInteger('{"__proto__":{"polluted":9007199254740993}}') as object;
    expect(Object.getOwnPropertyDescriptor(read, '__proto__')?.value).toStrictEqual({ polluted: 9007199254740993n });
    expect({}).not.toHaveProperty('polluted');
  });

  it.each([
    '',
    '<html>9007199254740993</html>',
    '9007199254740993 9007199254740993',
    '[9007199254740993',
    '09007199254740993',
    '"9007199254740993',
    '["a,9007199254740993,\\"]',
    '{9007199254740993:1}',
    "'9007199254740993'",
  ])('throws SyntaxError for %s, as JSON.parse does', (text) => {
    expect(() => readJson(text)).toThrow(SyntaxError);
  });

  it('reads a million characters of quotes and digits without backtracking', () => {
    const name = '\\"'.repeat(500_000);
    expect(readJson(`[{"id":9007199254740993,"name":"${name}"}]`)).toStrictEqual([
      { id: 9007199254740993n, name: '"'.repeat(500_000) },
    ]);
  });
});

describe('writeJson', () => {
  it.each([
    [{ name: 'Rex', categoryId: 7 }, '{"name":"Rex","categoryId":7}'],
    [{ name: 'Rex', categoryId: 9223372036854775807n }, '{"name":"Rex","categoryId":9223372036854775807}'],
    [{ name: 'Rex', categoryId: -0, status: undefined }, '{"name":"Rex","categoryId":0}'],
    [
      { name: '"\u0000\ud800', categoryId: 1, status: 'sold' },
      String.raw`{"name":"\"\u0000\ud800","categoryId":1,"status":"sold"}`,
    ],
    [{}, '{}'],
    [{ name: null, categoryId: '7', 'a"b': [true] }, String.raw`{"name":null,"categoryId":"7","a\"b":[true]}`],
  ])('writes %p as %s', (members, text) => {
    expect(writeJson(members)).toBe(text);
  });

  it.each([2 ** 53, 1.5, NaN, Infinity])('throws a TypeError that names the member for the number %p', (categoryId) => {
    expect(() => writeJson({ name: 'Rex', categoryId })).toThrow(/^categoryId must be a safe integer or a bigint/);
  });
});
