import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { parseTraceContext } from './trace-context.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';

/** Parses the context of a request with these values of `traceparent`, each in its own header field. */
function contextOf(...sent: string[]) {
  const rawHeaders = sent.flatMap((value) => ['traceparent', value]);
  return parseTraceContext(Object.assign(new IncomingMessage(new Socket()), { rawHeaders }));
}

describe('parseTraceContext', () => {
  it.each([
    ['sampled', `00-${traceId}-${parentId}-01`],
    ['not sampled', `00-${traceId}-${parentId}-00`],
    ['unknown flags', `00-${traceId}-${parentId}-ff`],
    [
      'ids that begin with zeros',
      `00-${'0'.repeat(31)}1-${'0'.repeat(15)}1-01`,
      '0'.repeat(31) + '1',
      '0'.repeat(15) + '1',
    ],
    ['a later version', `cc-${traceId}-${parentId}-01`],
    ['a later version with more fields', `cc-${traceId}-${parentId}-01-what-the-future-brings`],
  ])('parses both ids: %s', (_, header, trace = traceId, parent = parentId) => {
    expect(contextOf(header)).toStrictEqual({ traceId: trace, parentId: parent });
  });

  it.each([
    ['no header', []],
    ['an empty header', ['']],
    ['version ff', [`ff-${traceId}-${parentId}-01`]],
    ['version 00 with more fields', [`00-${traceId}-${parentId}-01-more`]],
    ['version 00 with an empty field', [`00-${traceId}-${parentId}-01-`]],
    ['a later version without a dash before more fields', [`cc-${traceId}-${parentId}-01.more`]],
    ['a trace id of zeros', [`00-${'0'.repeat(32)}-${parentId}-01`]],
    ['a parent id of zeros', [`00-${traceId}-${'0'.repeat(16)}-01`]],
    ['a later version with a trace id of zeros', [`cc-${'0'.repeat(32)}-${parentId}-01`]],
    ['a trace id in upper case', [`00-${traceId.toUpperCase()}-${parentId}-01`]],
    ['a version in upper case', [`CC-${traceId}-${parentId}-01`]],
    ['a short trace id', [`00-${traceId.slice(1)}-${parentId}-01`]],
    ['a long parent id', [`00-${traceId}-${parentId}0-01`]],
    ['a letter that is not hexadecimal', [`00-${traceId.replace('0', 'g')}-${parentId}-01`]],
    ['no flags', [`00-${traceId}-${parentId}`]],
    ['one digit of flags', [`00-${traceId}-${parentId}-1`]],
    ['white space', [` 00-${traceId}-${parentId}-01`]],
    ['a line feed', [`00-${traceId}-${parentId}-01\n`]],
    ['the same header twice', [`00-${traceId}-${parentId}-01`, `00-${traceId}-${parentId}-01`]],
    ['two headers of a later version', [`cc-${traceId}-${parentId}-01-a`, `cc-${traceId}-${parentId}-01`]],
  ])('returns undefined for %s', (_, headers) => {
    expect(contextOf(...headers)).toBeUndefined();
  });
});
