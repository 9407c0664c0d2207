import fc, { type Arbitrary } from 'fast-check';

/** A pet to create. `categoryId` may be beyond the safe integers of JavaScript. */
export interface ExactPet {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status: string;
}

/** A request as bytes of HTTP/1.1. Method and path are those of its request line. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly bytes: Buffer;
}

const [smallest, largest] = [-(2n ** 63n), 2n ** 63n - 1n];

/** Characters that often cause defects: controls, white space, syntax, combining and directional marks, ends of ranges. */
const special = [
  ...'\u0001\t\n\r\u001b\u007f\u0085 \u00a0\u3000\ufeff"\\/\'`$%&<>{}[];:,\u2028',
  ...'\u0301\u20dd\u200d\u202e\u00df\u0130\ufb01\ud7ff\ue000\ufffd\ufffe\uffff',
  ...'\u{10000}\u{1f408}\u{1f3fd}\u{1f1e9}\u{10ffff}',
];

/** Any code point that is not a surrogate. */
const anyCodePoint = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 });
const anyText = fc.string({ unit: fc.oneof(fc.constantFrom(...special), anyCodePoint), maxLength: 30 });

/** Any valid name: 1 to 255 code points, not only white space, without U+0000. Some have the maximum length. */
export const nameArbitrary: Arbitrary<string> = fc
  .oneof(
    { weight: 9, arbitrary: anyText },
    fc.string({ unit: anyCodePoint, minLength: 255, maxLength: 255 }),
    // Formulas of spreadsheets.
    fc.constantFrom('=1+1', '+1', '-1', '@A1', "'=1", "''=1", '\t=1', '\r=1', 'Rex;=1', 'Rex,=1'),
    // Words for a missing name.
    fc.constantFrom('NA', '#N/A', 'null', '-'),
  )
  .filter((name) => /\S/.test(name) && !name.includes('\0') && [...name].length <= 255);

/** Any int64. Half of them are next to a power of two, or an end of the range. */
export const int64Arbitrary: Arbitrary<bigint> = fc.oneof(
  fc.bigInt({ min: smallest, max: largest }),
  fc
    .tuple(fc.integer({ min: 0, max: 62 }), fc.constantFrom(-1n, 0n, 1n), fc.boolean())
    .map(([exponent, offset, isNegative]) => (isNegative ? -1n : 1n) * (2n ** BigInt(exponent) + offset)),
  fc.constantFrom(smallest, largest),
);

export const petArbitrary: Arbitrary<ExactPet> = fc.record({
  name: nameArbitrary,
  categoryId: int64Arbitrary,
  status: fc.constantFrom('available', 'pending', 'sold'),
});

export function jsonOf({ name, categoryId, status }: ExactPet): string {
  return `{"name":${JSON.stringify(name)},"categoryId":${categoryId},"status":"${status}"}`;
}

/** JSON, valid or not, of an object whose members are the documented ones and others. */
const anyBody: Arbitrary<string> = fc.oneof(
  petArbitrary.map(jsonOf),
  fc
    .dictionary(
      fc.oneof(fc.constantFrom('name', 'categoryId', 'status', 'petId', 'reference', '__proto__'), anyText),
      fc.oneof(
        fc.json({ maxDepth: 3 }),
        int64Arbitrary.map(String),
        fc.constantFrom('9223372036854775808', '1e3', '1.5', '-0', '1e400', '"\\ud800"', 'NaN', '[[[[[]]]]]'),
      ),
      { maxKeys: 5 },
    )
    .map(
      (members) =>
        `{${Object.entries(members)
          .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
          .join(',')}}`,
    ),
  fc.json(),
  anyText,
);

/** A piece of a path or of a query. */
const piece = fc.oneof(
  anyText.map(encodeURIComponent),
  fc.constantFrom('%', '%zz', '%00', '%2e%2e', '..', '//', '\\', '?', '#', '&', '=', '[]', ';', '*', '1', '-1', '05'),
  fc.constantFrom('limit', 'cursor', 'status', 'petId', '100', '101', 'sold', String(largest)),
);

const header = fc.oneof(
  fc.tuple(
    fc.constantFrom('Accept', 'Content-Type', 'Content-Encoding', 'Expect', 'Idempotency-Key', 'Range', 'Origin'),
    fc.oneof(
      fc.stringMatching(/^[\t -~\u0080-\u00ff]{0,30}$/),
      fc.constantFrom(
        'application/json',
        'application/json; charset=utf-16',
        'text/plain',
        '100-continue',
        'gzip',
        '""',
      ),
      fc.constant('k'.repeat(300)),
    ),
  ),
  fc.tuple(fc.stringMatching(/^X-[!#$%&'*+.^_`|~0-9A-Za-z-]{1,20}$/), fc.stringMatching(/^[ -~]{0,30}$/)),
);

/**
 * Any request that HTTP can express, mostly for the paths or variants of them.
 * @param key API key of most requests
 */
export function anyRequest(paths: readonly string[], key: string): Arbitrary<RawRequest> {
  const separator = fc.constantFrom('', '?', '/', '?limit=', '?cursor=');
  const target = fc
    .tuple(fc.constantFrom(...paths, '/'), separator, fc.array(piece, { maxLength: 4 }))
    .map(([path, between, pieces]) => path + between + pieces.join(''));
  const method = fc.constantFrom('GET', 'POST', 'PATCH', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE', 'QUERY');
  const credentials = fc.constantFrom(...Array.from({ length: 5 }, () => `Bearer ${key}`), '', 'Bearer', 'Basic eDp5');
  const headers = fc.array(header, { maxLength: 3 });
  return fc
    .tuple(method, target, credentials, headers, fc.option(anyBody))
    .map(([name, path, authorization, more, body]) => {
      const length = body === null ? [] : [['Content-Length', String(Buffer.byteLength(body))]];
      const type = more.some(([each]) => each === 'Content-Type') ? [] : [['Content-Type', 'application/json']];
      const all = [
        ['Host', 'pets'],
        ['Connection', 'close'],
        ['Authorization', authorization],
        ...length,
        ...type,
        ...more,
      ];
      const text = [`${name} ${path} HTTP/1.1`, ...all.map(([each, value]) => `${each}: ${value}`), '', ''].join(
        '\r\n',
      );
      return { method: name, path, bytes: Buffer.concat([Buffer.from(text, 'latin1'), Buffer.from(body ?? '')]) };
    });
}

/** Any request with one to three damages: bytes that are removed, repeated, replaced or inserted. */
export function damagedRequest(requests: Arbitrary<RawRequest>): Arbitrary<Buffer> {
  const damage = fc.tuple(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.nat(40),
    fc.uint8Array({ maxLength: 8 }),
    fc.nat(2),
  );
  return fc.tuple(requests, fc.array(damage, { minLength: 1, maxLength: 3 })).map(([{ bytes }, damages]) =>
    damages.reduce((damaged, [position, length, inserted, kind]) => {
      const from = Math.floor(position * damaged.length);
      const [before, rest] = [damaged.subarray(0, from), damaged.subarray(from)];
      // Kind 0 removes or replaces, 1 repeats, 2 inserts.
      const kept = [rest.subarray(length), Buffer.concat([rest.subarray(0, length), rest]), rest][kind]!;
      return Buffer.concat([before, kind === 1 ? Buffer.alloc(0) : Buffer.from(inserted), kept]);
    }, bytes),
  );
}
