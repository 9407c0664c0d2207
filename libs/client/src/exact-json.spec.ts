import { formatInt64, formatJson, parseJson } from './exact-json.ts';

describe('parseJson', () => {
  it.each([
    ['-42', -42],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['-9007199254740993', -9007199254740993n],
    ['9223372036854775807', 9223372036854775807n],
  ])('reads %s without rounding', (text, value) => {
    expect(parseJson(text)).toBe(value);
    expect(parseJson(`{"id":[ ${text} ,\n${text}]}`)).toStrictEqual({ id: [value, value] });
  });

  it.each([
    '"9007199254740993"',
    '":9007199254740993"',
    '"\\",9007199254740993,\\""',
    '"\\\\"',
    '{"9007199254740993":1,"n1":"n1","s":"s"}',
    '{"a\\":9007199254740993" : "9007199254740993"}',
    '[true,false,null,1.5,-0,1e3,0.1234567890123456789,1e400]',
  ])('reads %s as JSON.parse does, beside an integer that JSON.parse would round', (text) => {
    expect(parseJson(`[${text},9007199254740993]`)).toStrictEqual([JSON.parse(text), 9007199254740993n]);
  });

  it('reads __proto__ as a plain member', () => {
    const read = parseJson('{"__proto__":{"polluted":9007199254740993}}') as object;
    expect(Object.getOwnPropertyDescriptor(read, '__proto__')?.value).toStrictEqual({ polluted: 9007199254740993n });
  });

  it.each(['', '<html>9007199254740993</html>', '09007199254740993', '["a,9007199254740993,\\"]'])(
    'throws SyntaxError for %s, as JSON.parse does',
    (text) => {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    },
  );

  it('reads a million characters of quotes and digits without backtracking', () => {
    const text = `[9007199254740993,"${'\\"'.repeat(500_000)}"]`;
    expect(parseJson(text)).toStrictEqual([9007199254740993n, '"'.repeat(500_000)]);
  });
});

it.each([
  [{ name: 'Rex', categoryId: 9223372036854775807n }, '{"name":"Rex","categoryId":9223372036854775807}'],
  [{ name: '"\u0000\ud800', categoryId: -0, status: undefined }, String.raw`{"name":"\"\u0000\ud800","categoryId":0}`],
  [{ name: null, categoryId: '7', 'a"b': [true] }, String.raw`{"name":null,"categoryId":"7","a\"b":[true]}`],
  [{}, '{}'],
])('formatJson writes %p as %s', (members, text) => {
  expect(formatJson('newPet', members)).toBe(text);
});

it.each([undefined, null, 'Rex'])('formatJson refuses %p, which is not an object', (value) => {
  expect(() => formatJson('newPet', value as never)).toThrow(new TypeError('newPet must be an object'));
});

it.each([
  [2 ** 53, '9007199254740992: numbers beyond 2^53 - 1 are rounded, pass a bigint'],
  [1.5, '1.5'],
  ['1', 'string'],
])('formatInt64 refuses %p, which is not an exact integer', (value, received) => {
  const message = `petId must be a safe integer or a bigint, not ${received}`;
  expect(() => formatInt64('petId', value)).toThrow(new TypeError(message));
});
