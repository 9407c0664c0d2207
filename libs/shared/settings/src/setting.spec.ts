import { InvalidSetting } from './operator-error.ts';
import { parseCount, parseSwitch } from './parse-settings.ts';
import { optionalSetting, readSettings, setting } from './setting.ts';

const settings = {
  size: setting('SIZE', parseCount, { default: '10', meaning: 'the size' }),
  limit: optionalSetting('LIMIT', parseCount, { meaning: 'the limit' }),
  isOn: setting('SWITCH', parseSwitch, { default: 'off', meaning: 'the switch' }),
};

it('reads and parses the variables', () => {
  expect(readSettings({ SIZE: '5', LIMIT: '7', SWITCH: 'on', OTHER: '1' }, settings)).toEqual({
    size: 5,
    limit: 7,
    isOn: true,
  });
});

it.each([{}, { SIZE: '', LIMIT: '', SWITCH: '' }])('uses the defaults for %j', (env) => {
  expect(readSettings(env, settings)).toEqual({ size: 10, limit: undefined, isOn: false });
});

it('throws InvalidSetting with the variable and the allowed values', () => {
  expect(() => readSettings({ LIMIT: '0' }, settings)).toThrow(
    new InvalidSetting('LIMIT', '0', 'an integer from 1 to 99999'),
  );
});

it('returns values of the types of the parsers', () => {
  const values = readSettings({}, settings);
  const types: [number, number | undefined, boolean] = [values.size, values.limit, values.isOn];
  // @ts-expect-error -- a setting without a default may be undefined
  const limit: number = values.limit;
  expect([...types, limit]).toEqual([10, undefined, false, undefined]);
});
