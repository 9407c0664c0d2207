import { FieldMessageValidator } from './close-on-protocol-error.ts';
import { errorResponse, readyForQuery, wireMessage } from './testing/wire-proxy.ts';

const notice = wireMessage('N', Buffer.from('SNOTICE\0\0'));
const empty = wireMessage('E', Buffer.from('\0'));
const unended = wireMessage('E', Buffer.from('SERROR\0'));
const valid = Buffer.concat([
  errorResponse('ERROR', '23505', 'x'.repeat(300)),
  notice,
  empty,
  wireMessage('1', Buffer.alloc(0)),
  wireMessage('D', Buffer.from('not zero at its end')),
  readyForQuery,
]);

/** Validates the bytes in chunks of `size` bytes. */
function check(bytes: Buffer, size: number): void {
  const messages = new FieldMessageValidator();
  for (let offset = 0; offset < bytes.length; offset += size) messages.validate(bytes.subarray(offset, offset + size));
}

describe.each([1, 2, 3, 7, 4096])('in chunks of %i bytes', (size) => {
  it('accepts complete messages', () => {
    expect(() => check(valid, size)).not.toThrow();
  });

  it.each([
    ['ends within a field', wireMessage('E', Buffer.from('SERR'))],
    ['ends after a field', unended],
    ['has no field', wireMessage('N', Buffer.from('x'))],
    ['has a length below 4', Buffer.from('C\0\0\0\x03')],
  ])('rejects a message that %s', (_, damaged) => {
    expect(() => check(Buffer.concat([valid, damaged, valid]), size)).toThrow(RangeError);
  });
});

it('accepts an incomplete message until the rest arrives', () => {
  expect(() => check(unended.subarray(0, -1), 4096)).not.toThrow();
});
