import { describeSettings } from './describe-settings.ts';
import { parseSwitch, textParser } from './parse-settings.ts';
import { optionalSetting, setting } from './setting.ts';

const groups = [
  {
    title: 'First',
    programs: [],
    settings: { color: setting('COLOR', parseSwitch, { default: 'off', meaning: 'colour of the log' }) },
  },
  {
    title: 'Second',
    programs: [],
    settings: { id: optionalSetting('ID', textParser('a-very-long-word-without-spaces'), { meaning: 'id' }) },
  },
];

it('prints one line per setting without a width', () => {
  expect(describeSettings(groups, Infinity)).toBe(
    `First:
  COLOR  off  colour of the log; must be on or off

Second:
  ID          id; must be a-very-long-word-without-spaces
`,
  );
});

it('wraps at the width, and puts a longer word on its own line', () => {
  expect(describeSettings(groups, 40)).toBe(
    `First:
  COLOR  off  colour of the log; must be
              on or off

Second:
  ID          id; must be
              a-very-long-word-without-spaces
`,
  );
});
