import { PetId } from './pet-id.ts';

it.each(['1', '10', '9007199254740993', '9223372036854775807', '0', '-1', '-9223372036854775808'])(
  'is named by %p, canonical decimal within int64',
  (text) => {
    expect(PetId.named(text)?.decimal).toBe(text);
  },
);

it.each(['9223372036854775808', '-9223372036854775809', '10000000000000000000'])(
  'is not named by %p: beyond int64',
  (text) => {
    expect(PetId.named(text)).toBeUndefined();
  },
);

it.each(['01', '00', '-0', '-01', '+1', '1.0', '1e3', '1_000', '0x1', '1n', '--1', '-'])(
  'is not named by %p: another spelling',
  (text) => {
    expect(PetId.named(text)).toBeUndefined();
  },
);

it.each(['', ' ', ' 1', '1 ', '1\n', '\u00a01', 'one', 'NaN', '\u0967', '\uff11', '1/2', '1,2'])(
  'is not named by %p: no number',
  (text) => {
    expect(PetId.named(text)).toBeUndefined();
  },
);
