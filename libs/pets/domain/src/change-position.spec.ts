import { ChangeHistory } from './change-history.ts';
import { ChangePosition } from './change-position.ts';

const history = ChangeHistory.restore({ system: '7571234567890123456', timeline: '0000000A', table: '4294967295' });
const text = '7571234567890123456.0000000A.4294967295/18446744073709551615/9223372036854775807';

it('converts to text and back without a loss', () => {
  const position = ChangePosition.restore(history, '18446744073709551615', '9223372036854775807');
  expect(position.text).toBe(text);
  expect(ChangePosition.parse(text)).toEqual(position);
});

it('starts before every change', () => {
  expect(ChangePosition.start(history)).toMatchObject({ changedIn: '0', petId: '0' });
  expect(ChangePosition.parse(ChangePosition.start(history).text)).toEqual(ChangePosition.start(history));
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

it('compares histories by all their parts', () => {
  const parts = { system: '1', timeline: '00000001', table: '1' };
  const one = ChangeHistory.restore(parts);
  expect(one.equals(ChangeHistory.restore({ ...parts }))).toBe(true);
  for (const other of [{ system: '2' }, { timeline: '00000002' }, { table: '2' }]) {
    expect(one.equals(ChangeHistory.restore({ ...parts, ...other }))).toBe(false);
  }
});
