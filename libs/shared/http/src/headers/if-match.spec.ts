import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { readIfMatch } from './if-match.ts';

/** Reads the versions of a request with these values of `If-Match`, each in its own header field. */
function read(...headers: string[]) {
  const request = new IncomingMessage(new Socket());
  request.rawHeaders = headers.flatMap((value) => ['If-Match', value]);
  return readIfMatch(request);
}

it.each([[[]], [['*']], [[' *\t']]])('%j is any version', (headers) => {
  expect(read(...headers)).toBeUndefined();
});

it.each([
  ['as sent', '"3"'],
  ['nginx, HAProxy, Varnish, h2o and CDNs', 'W/"3"'],
  ['Apache and lighttpd', '"3-gzip"'],
  ['Apache Traffic Server', '"3-df"'],
  ['Apache with Brotli', '"3-br"'],
  ['two of these behind each other', 'W/"3-gzip"'],
  ['Apache behind Apache', '"3-gzip-gzip"'],
  ['Jetty', '"3--gzip"'],
  ['LiteSpeed', '"3;gz"'],
  ['Django before 1.11', '"3;gzip"'],
  ['a digit after the letter', '"3-x1"'],
  ['a point', '"3.gz"'],
  ['a colon', '"3:zstd"'],
  ['an underline', '"3_deflate"'],
  ['a plus', '"3+gzip"'],
  ['a tilde', '"3~GZIP"'],
  ['several signs', '"3;-~br!"'],
])('%s: %s is version 3', (_, tag) => {
  expect(read(tag)).toEqual([3]);
});

it.each([
  '"abc"',
  '""',
  'W/""',
  '"0"',
  '"03"',
  '"-3"',
  '"3-4"',
  '"3f2a"',
  '"3gzip"',
  '"3-"',
  '"3--"',
  '"3-4gzip"',
  '"3/gzip"',
  '"3,gzip"',
  '"3.0"',
  '"12345678901"',
  '"12345678901-gzip"',
  '"x","x"',
])('%s is no version', (tag) => {
  expect(read(tag)).toEqual([]);
});

it('reads lists, also of several fields', () => {
  expect(read(',"1", W/"2" ,\t,"3-gzip"', '"abc","4294967296"')).toEqual([1, 2, 3, 4_294_967_296]);
});

it.each(['3', '"3', 'w/"3"', '"3"-gzip', '"1" "2"', '*, "3"', '"3 gzip"', '"3\x7f"', '', ','])(
  '%j is malformed',
  (text) => {
    expect(() => read(text)).toThrow('If-Match must be * or entity tags that commas separate, such as "3".');
  },
);

// In more than linear time, none of these texts would be read before the end of the test.
describe('in linear time', () => {
  const length = 1_000_000;

  it.each(['"9",', ',"9" ', 'W/"1-a",', '"1----a;",', '"x","1"\t,'])('reads a list of %j', (part) => {
    const count = length / 10;
    expect(read(part.repeat(count))).toHaveLength(count);
  });

  it.each([',', ' ', '"1",,', '"1",\t', '"1--,"'])('refuses %j, many times, before an error', (part) => {
    expect(() => read(`${part.repeat(length / 5)}x`)).toThrow('If-Match must be');
  });

  it.each([
    ['"', '-', 'x"', []],
    ['"1', '-', '"', []],
    ['"1-', 'a-', '"', [1]],
    ['W/"1', ';.', 'a"', [1]],
    ['"1', '0', '"', []],
    ['', ',\t', '"1"', [1]],
  ])('reads %s %s … %s', (start, part, end, versions) => {
    expect(read(start + part.repeat(length) + end)).toEqual(versions);
  });
});
