import { ChangePosition } from './change-position.ts';

const text = '7571234567890123456.0000000A.4294967295/18446744073709551615/9223372036854775807';

it('converts to text and back without a loss', () => {
  const history = '7571234567890123456.0000000A.4294967295';
  const position = new ChangePosition(history, '18446744073709551615', '9223372036854775807');
  expect(position.text).toBe(text);
  expect(ChangePosition.parse(text)).toEqual(position);
});

it.each([
  '',
  '1.00000001.1',
  '1.00000001.1/1',
  '1.00000001.1/1/1/1',
  '1.00000001.1.1/1/1',
  '1.1.1/1/1',
  '1.0000000a.1/1/1',
  '1.00000001.-1/1/1',
  '9223372036854775808.00000001.1/1/1',
  '1.00000001.1/18446744073709551616/1',
  '1.00000001.1/-1/1',
  '1.00000001.1/01/1',
  '1.00000001.1/1/9223372036854775808',
  '1.00000001.1/1/1 ',
])('parse refuses %p', (invalid) => {
  expect(ChangePosition.parse(invalid)).toBeUndefined();
});
