import { helpText, isHelpRequested } from './help.ts';
import { settingGroups } from './settings.ts';

describe('isHelpRequested', () => {
  it.each([
    [[], false],
    [['-h'], true],
    [['--help'], true],
  ])('returns for the arguments %j: %j', (args: string[], expected) => expect(isHelpRequested(args)).toBe(expected));

  it.each([[['--hepl']], [['--help', 'me']], [['']]])('rejects %j in one line', (args) => {
    expect(() => isHelpRequested(args)).toThrow(/^unknown argument "[^"]*": [^\n]*--help[^\n]*$/);
  });
});

describe('helpText', () => {
  it('has one line for each setting without a width, with its default, its meaning and the allowed values', () => {
    const lines = helpText(Infinity).split('\n');
    for (const { variable, shownDefault, meaning, parse, isSecret } of settingGroups.flatMap((group) =>
      Object.values(group.settings),
    )) {
      const [line, ...others] = lines.filter((each) => each.trimStart().startsWith(`${variable} `));
      expect(others).toEqual([]);
      const note = isSecret ? `; or set ${variable}_FILE to the absolute path of a file that contains it` : '';
      expect(line?.split(/ {2,}/).slice(1)).toEqual(
        [variable, shownDefault, `${meaning}; must be ${parse.allowed}${note}`].filter((text) => text !== ''),
      );
    }
  });

  it('fits in a terminal of 80 columns, except for words that are longer', () => {
    const long = helpText(80)
      .split('\n')
      .filter((line) => line.length > 80);
    expect(long).toEqual([expect.stringMatching(/^ +postgresql:\/\/user:password@host:port\/database,$/)]);
  });
});
